import { queryOptions } from '@tanstack/react-query';
import { readInvitation, type Invitation } from './invitation-reading';
import { readList } from '~/fields/reading';
import { read } from '~/rpc/client.functions';
import { listAnswer } from '~/rpc/queries';

const readInvitations = (answer: unknown): Invitation[] => readList(answer, readInvitation);

export const invitationQueries = {
  pending: () =>
    queryOptions({
      queryKey: ['invitations', 'list'],
      ...listAnswer(
        (options) => read('invitations.list', { query: { status: 'pending' } }, options),
        readInvitations,
      ),
    }),
};
