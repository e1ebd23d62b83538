import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { InvitePayload } from '~/contract/invitation';
import { change } from '../call';
import { dropListed } from '../cached-lists';
import { dashboardQueries } from '../dashboard/dashboard.queries';
import { invitationQueries } from './invitations.queries';
import { whenGone } from '../when-gone';

/** Changes of invitations; each refreshes the cached lists it affects. */
export const invitationMutations = {
  send: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (payload: InvitePayload) => change('invite.send', { body: payload }),
      onSuccess: () => refresh(client),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => change('invitations.delete', { id }),
      onSuccess: (_answer, id) => forget(client, [id]),
      onError: whenGone(() => refresh(client)),
    }),
  resend: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => change('invitations.resend', { id }),
      onSuccess: () => void client.invalidateQueries({ queryKey: invitationQueries.all() }),
      // The screen has an onError of its own.
      onSettled: (_answer, error) => whenGone(() => refresh(client))(error),
    }),
  /** Several deletions: a call for each, and the lists are refreshed once, by `finished`. */
  removeEach: (client: QueryClient) => ({
    call: (id: number) => change('invitations.delete', { id }),
    finished: (ids: readonly number[]) => forget(client, ids),
  }),
  /** The same for resending. */
  resendEach: (client: QueryClient) => ({
    call: (id: number) => change('invitations.resend', { id }),
    finished: () => void client.invalidateQueries({ queryKey: invitationQueries.all() }),
  }),
};

function forget(client: QueryClient, ids: readonly number[]): void {
  dropListed(client, invitationQueries.pending().queryKey, ids);
  refresh(client);
}

function refresh(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: invitationQueries.all() });
  void client.invalidateQueries({ queryKey: dashboardQueries.all() });
}
