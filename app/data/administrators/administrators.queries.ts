import { queryOptions } from '@tanstack/react-query';
import { readAdministratorInvitations, readAdministrators } from '~/contract/administrator-reading';
import { readAnswer } from '../answer';
import { listAdministratorInvitationsFn, listAdministratorsFn } from './administrators.functions';

/** Embedded API only: use where capabilities.administrators is true. */
export const administratorQueries = {
  all: () => ['administrators'] as const,
  list: () =>
    queryOptions({
      queryKey: [...administratorQueries.all(), 'list'],
      queryFn: async ({ signal }) =>
        readAnswer(await listAdministratorsFn({ signal }), readAdministrators),
    }),
  invitations: () =>
    queryOptions({
      queryKey: [...administratorQueries.all(), 'invitations'],
      queryFn: async ({ signal }) =>
        readAnswer(await listAdministratorInvitationsFn({ signal }), readAdministratorInvitations),
    }),
};
