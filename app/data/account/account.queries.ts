import { queryOptions } from '@tanstack/react-query';
import { readAccount, readFailedSignIns, readSessions } from '~/contract/account-reading';
import { readRecord } from '~/contract/reading';
import { readAnswer } from '../answer';
import { getAccountFn, listFailedSignInsFn, listSessionsFn } from './account.functions';

/** Embedded API only: use where capabilities.account is true. */
export const accountQueries = {
  all: () => ['account'] as const,
  current: () =>
    queryOptions({
      queryKey: [...accountQueries.all(), 'current'],
      queryFn: async ({ signal }) =>
        readAnswer(await getAccountFn({ signal }), (answer) => readAccount(readRecord(answer))),
    }),
  sessions: () =>
    queryOptions({
      queryKey: [...accountQueries.all(), 'sessions'],
      queryFn: async ({ signal }) => readAnswer(await listSessionsFn({ signal }), readSessions),
    }),
  failedSignIns: () =>
    queryOptions({
      queryKey: [...accountQueries.all(), 'failed-sign-ins'],
      queryFn: async ({ signal }) =>
        readAnswer(await listFailedSignInsFn({ signal }), readFailedSignIns),
    }),
};
