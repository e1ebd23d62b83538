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
