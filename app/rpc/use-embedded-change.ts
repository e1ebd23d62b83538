import { useQueryClient, type UseMutationOptions } from '@tanstack/react-query';
import { useSingleFlightMutation } from '~/kit/ui/use-single-flight-mutation';
import type { CallAnswer, CallInput } from './calls';
import { embeddedChange, type EmbeddedChange } from './queries';

type Outcome<Name extends EmbeddedChange> = Pick<
  UseMutationOptions<CallAnswer<Name>, Error, CallInput<Name>>,
  'onSuccess' | 'onError'
>;

/** The mutation of a call of the embedded API only. At most one runs at a time. */
export function useEmbeddedChange<Name extends EmbeddedChange>(
  call: Name,
  outcome: Outcome<Name> = {},
) {
  const mutation = embeddedChange(useQueryClient(), call);
  return useSingleFlightMutation<CallAnswer<Name>, CallInput<Name>>({ ...mutation, ...outcome });
}
