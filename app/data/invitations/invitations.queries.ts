import { queryOptions } from '@tanstack/react-query';
import { readInvitation, type Invitation } from '~/contract/invitation-reading';
import { readList } from '~/contract/reading';
import { read } from '~/rpc/call';
import { listAnswer } from '~/rpc/list-answer';

const readInvitations = (answer: unknown): Invitation[] => readList(answer, readInvitation);

export const invitationQueries = {
  pending: () =>
    queryOptions({
      queryKey: ['invitations', 'list'],
      ...listAnswer((options) => read('invitations.list', { query: {} }, options), readInvitations),
    }),
};
