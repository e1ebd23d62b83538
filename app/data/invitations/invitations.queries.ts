import { queryOptions } from '@tanstack/react-query';
import { readInvitation, type Invitation } from '~/contract/invitation-reading';
import { readList } from '~/contract/reading';
import { read } from '../call';
import { listAnswer } from '../list-answer';

const readInvitations = (answer: unknown): Invitation[] => readList(answer, readInvitation);

export const invitationQueries = {
  all: () => ['invitations'] as const,
  pending: () =>
    queryOptions({
      queryKey: [...invitationQueries.all(), 'pending'],
      ...listAnswer((options) => read('invitations.list', { query: {} }, options), readInvitations),
    }),
};

/** Those of one building. The contract's invitation names its building; the id is more than it promises. */
export function invitationsOf(
  invitations: readonly Invitation[],
  condoId: number,
  condoName: string | null,
): Invitation[] {
  return invitations.filter(({ condo_id, condo_name }) =>
    condo_id === null ? condoName !== null && condo_name === condoName : condo_id === condoId,
  );
}
