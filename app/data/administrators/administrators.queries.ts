import { queryOptions } from '@tanstack/react-query';
import {
  readAdministratorInvitations,
  readAdministrators,
  readFailedSignInCounts,
} from '~/contract/administrator-reading';
import { readAnswer } from '../answer';
import {
  getFailedSignInCountsFn,
  listAdministratorInvitationsFn,
  listAdministratorsFn,
} from './administrators.functions';

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
  failedSignIns: () =>
    queryOptions({
      queryKey: [...administratorQueries.all(), 'failed-sign-ins'],
      queryFn: async ({ signal }) =>
        readAnswer(await getFailedSignInCountsFn({ signal }), readFailedSignInCounts),
    }),
};
