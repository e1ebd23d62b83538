import { mutationOptions } from '@tanstack/react-query';
import type { AcceptExistingPayload, AcceptPayload } from '~/contract/acceptance';
import { acceptInvitationFn, acceptWithAccountFn } from './acceptance.functions';

export const acceptanceMutations = {
  /** A new person joins. */
  join: () =>
    mutationOptions({
      mutationFn: (payload: AcceptPayload) => acceptInvitationFn({ data: payload }),
    }),
  /** A person with an account accepts the invitation. */
  confirm: () =>
    mutationOptions({
      mutationFn: (payload: AcceptExistingPayload) => acceptWithAccountFn({ data: payload }),
    }),
};
