import { queryOptions } from '@tanstack/react-query';
import { readInvitation, type Invitation } from '~/contract/invitation-reading';
import { readList } from '~/contract/reading';
import { readAnswer } from '../answer';
import { listPendingInvitationsFn } from './invitations.functions';

export const invitationQueries = {
  all: () => ['invitations'] as const,
  pending: () =>
    queryOptions({
      queryKey: [...invitationQueries.all(), 'pending'],
      queryFn: async ({ signal }): Promise<Invitation[]> =>
        readAnswer(await listPendingInvitationsFn({ signal }), (answer) =>
          readList(answer, readInvitation),
        ),
    }),
};
