import {
  notifyManager,
  useMutation,
  type MutateFunction,
  type UseMutationOptions,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * useMutation that ignores clicks until the answer is rendered. `isPending` would change too late for that.
 */
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
      // Scheduled like the library's notifications, so that it runs after the one that renders the answer.
      const release = () => notifyManager.schedule(() => (inFlight.current = false));
      mutateAsync(...args).then(release, release);
    },
    [mutateAsync],
  );
  return { ...mutation, mutate };
}
