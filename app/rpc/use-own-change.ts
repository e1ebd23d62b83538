import { useQueryClient, type UseMutationOptions } from '@tanstack/react-query';
import type { CallAnswer, CallInput } from './calls';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';
import { ownChange, type OwnChange } from './own-call';

type Outcome<Name extends OwnChange> = Pick<
  UseMutationOptions<CallAnswer<Name>, Error, CallInput<Name>>,
  'onSuccess' | 'onError'
>;

/** The mutation of a call that only the embedded API has, once at a time (lib/use-single-flight-mutation.ts). */
export function useOwnChange<Name extends OwnChange>(call: Name, outcome: Outcome<Name> = {}) {
  const change = ownChange(useQueryClient(), call);
  return useSingleFlightMutation<CallAnswer<Name>, CallInput<Name>>({ ...change, ...outcome });
}
