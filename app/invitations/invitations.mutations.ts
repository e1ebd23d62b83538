import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { InvitePayload } from './invitation';
import { change } from '~/rpc/client.functions';
import { invalidateAfter, removals, whenGone } from '~/rpc/queries';

export const invitationMutations = {
  send: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (payload: InvitePayload) => change('invite.send', { body: payload }),
      onSuccess: () => invalidateAfter(client, 'invite.send'),
    }),
  resend: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => change('invitations.resend', { id }),
      onSuccess: () => invalidateAfter(client, 'invitations.resend'),
      // Not onError, which the screen sets.
      onSettled: (_answer, error) =>
        whenGone(() => invalidateAfter(client, 'invitations.delete'))(error),
    }),
  resendEach: (client: QueryClient) => ({
    call: (id: number) => change('invitations.resend', { id }),
    finished: () => invalidateAfter(client, 'invitations.resend'),
  }),
  useRemoval: removals('invitation'),
};
