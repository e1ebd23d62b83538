import { queryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query';
import { readInvitation, type Invitation } from './fields';
import { readList } from '~/fields/reading';
import { read, change } from '~/rpc/client.functions';
import { listAnswer, invalidateAfter, removals, whenGone } from '~/rpc/queries';
import type { InvitePayload } from './schema';
import { findText, findWords, hasWords } from '~/fields/search-text';
import { shownEmail } from '~/fields/shown-email';
import { titleCase } from '~/language/format';
import type { InvitationQuery } from './search';

export const invitationQueries = {
  pending: () =>
    queryOptions({
      queryKey: ['invitations', 'list'],
      ...listAnswer(
        'invitations',
        (options) => read('invitations.list', { query: { status: 'pending' } }, options),
        (answer) => readList(answer, readInvitation),
      ),
    }),
};

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
      // Not in onError, which the screen overrides.
      onSettled: (_answer, error) =>
        whenGone(() => invalidateAfter(client, 'invitations.delete'))(error),
    }),
  resendEach: (client: QueryClient) => ({
    call: (id: number) => change('invitations.resend', { id }),
    finished: () => invalidateAfter(client, 'invitations.resend'),
  }),
  useRemoval: removals('invitation'),
};

/** Invitations that match search and state, failed e-mails first. The contract's list has no filters. */
export function shownInvitations(
  invitations: readonly Invitation[],
  { search, state }: InvitationQuery,
  now: Date,
): Invitation[] {
  const words = findWords(search);
  const matching = invitations.filter(
    (invitation) =>
      (words.length === 0 || hasWords(textOf(invitation), words)) &&
      (state === '' || isIn(invitation, state, now)),
  );
  return matching.toSorted((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)));
}

function hasFailed({ mail_state }: Pick<Invitation, 'mail_state'>): boolean {
  return mail_state === 'failed';
}

function isExpired({ expires_at }: Pick<Invitation, 'expires_at'>, now: Date): boolean {
  return expires_at !== null && new Date(expires_at) <= now;
}

/** Time before a link's end in which a reminder is useful. */
const EXPIRES_SOON_MS = 2 * 24 * 60 * 60 * 1_000;

function isIn(invitation: Invitation, state: string, now: Date): boolean {
  if (state === 'expired') return isExpired(invitation, now);
  if (state === 'ending') {
    return isExpired(invitation, new Date(now.getTime() + EXPIRES_SOON_MS));
  }
  return invitation.mail_state === state;
}

function textOf({ invitee, condo_name, apartment_number, role }: Invitation): string {
  const names = [invitee, shownEmail(invitee ?? '')];
  return findText([...names, condo_name, apartment_number, titleCase(role ?? '')].join(' '));
}
