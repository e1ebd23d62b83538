import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { InvitePayload } from '~/contract/invitation';
import { dropListed } from '../cached-lists';
import { dashboardQueries } from '../dashboard/dashboard.queries';
import {
  deleteInvitationFn,
  inviteUserFn,
  resendInvitationFn,
} from './invitation-changes.functions';
import { invitationQueries } from './invitations.queries';
import { whenGone } from '../when-gone';

/** Changes of invitations; each refreshes the cached lists it affects. */
export const invitationMutations = {
  send: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (payload: InvitePayload) => inviteUserFn({ data: payload }),
      onSuccess: () => refresh(client),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => deleteInvitationFn({ data: { id } }),
      onSuccess: (_answer, id) => forget(client, [id]),
      onError: whenGone(() => refresh(client)),
    }),
  resend: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => resendInvitationFn({ data: { id } }),
      onSuccess: () => void client.invalidateQueries({ queryKey: invitationQueries.all() }),
      // The screen has an onError of its own.
      onSettled: (_answer, error) => whenGone(() => refresh(client))(error),
    }),
  /** Several deletions: a call for each, and the lists are refreshed once, by `finished`. */
  removeEach: (client: QueryClient) => ({
    call: (id: number) => deleteInvitationFn({ data: { id } }),
    finished: (ids: readonly number[]) => forget(client, ids),
  }),
  /** The same for resending. */
  resendEach: (client: QueryClient) => ({
    call: (id: number) => resendInvitationFn({ data: { id } }),
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
