import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { InvitePayload } from '~/contract/invitation';
import { change } from '../call';
import { dropListed } from '../cached-lists';
import { makeOld } from '../make-old';
import { whenGone } from '../when-gone';
import { invitationQueries } from './invitations.queries';

/** Changes of invitations; each refreshes the cached lists it affects. */
export const invitationMutations = {
  send: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (payload: InvitePayload) => change('invite.send', { body: payload }),
      onSuccess: () => makeOld(client, 'invite.send'),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => change('invitations.delete', { id }),
      onSuccess: (_answer, id) => forget(client, [id]),
      onError: whenGone(() => makeOld(client, 'invitations.delete')),
    }),
  resend: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => change('invitations.resend', { id }),
      onSuccess: () => makeOld(client, 'invitations.resend'),
      // The screen has an onError of its own.
      onSettled: (_answer, error) => whenGone(() => makeOld(client, 'invitations.delete'))(error),
    }),
  /** Several deletions: a call for each, and the lists are refreshed once, by `finished`. */
  removeEach: (client: QueryClient) => ({
    call: (id: number) => change('invitations.delete', { id }),
    finished: (ids: readonly number[]) => forget(client, ids),
  }),
  /** The same for resending. */
  resendEach: (client: QueryClient) => ({
    call: (id: number) => change('invitations.resend', { id }),
    finished: () => makeOld(client, 'invitations.resend'),
  }),
};

function forget(client: QueryClient, ids: readonly number[]): void {
  dropListed(client, invitationQueries.pending().queryKey, ids);
  makeOld(client, 'invitations.delete');
}
