import { queryOptions } from '@tanstack/react-query';
import { readInvitation, type Invitation } from '~/contract/invitation-reading';
import { readList } from '~/contract/reading';
import { listAnswer } from '../list-answer';
import { listPendingInvitationsFn } from './invitations.functions';

const readInvitations = (answer: unknown): Invitation[] => readList(answer, readInvitation);

export const invitationQueries = {
  all: () => ['invitations'] as const,
  pending: () =>
    queryOptions({
      queryKey: [...invitationQueries.all(), 'pending'],
      ...listAnswer(listPendingInvitationsFn, readInvitations),
    }),
};
