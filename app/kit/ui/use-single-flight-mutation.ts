import {
  notifyManager,
  useMutation,
  type MutateFunction,
  type UseMutationOptions,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/** useMutation that ignores presses until the answer is rendered, for which `isPending` comes too late. */
export function useSingleFlightMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
) {
  const mutation = useMutation(options);
  const { mutateAsync } = mutation;
  const inFlight = useRef(false);
  const mutate = useCallback(
    (...args: Parameters<MutateFunction<Data, Error, Variables>>) => {
      if (inFlight.current) return;
      inFlight.current = true;
      // Scheduled as the notifications are, so after the one with which the screen renders the answer.
      const release = () => notifyManager.schedule(() => (inFlight.current = false));
      mutateAsync(...args).then(release, release);
    },
    [mutateAsync],
  );
  return { ...mutation, mutate };
}
