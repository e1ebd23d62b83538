import { accountCalls, reauthenticationCalls } from '~/contract/calls/account';
import { administratorOf } from '../auth/auth-middleware';
import type { CallQueue } from '../auth/call-queue';
import { listFailedSignIns } from '../auth/failed-sign-ins.repo';
import { endOtherSessions, endSessionById, listSessions } from '../auth/sessions.repo';
import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { clientOf, createRouter } from '../http/router';
import { serveCalls } from '../http/serve-calls';
import { changeAccount, changeOwnPassword, getAccount, reauthenticate } from './account';

/** All of /admin/account. */
export function accountRoutes(deps: ApiDeps, signIns: CallQueue) {
  const { db, clock } = deps;
  return serveCalls(createRouter(), accountCalls, {
    get: (c) => getAccount(deps, c.get('session')),
    update: (c) => changeAccount(deps, administratorOf(c), c.req.valid('json')),
    changePassword: (c) =>
      changeOwnPassword(deps, signIns, c.get('session'), c.req.valid('json'), clientOf(c).address),
    sessions: (c) => listSessions(db, c.get('session'), clock()),
    failedSignIns: (c) => listFailedSignIns(db, c.get('session').userId),
    endOtherSessions: (c) => endOtherSessions(db, c.get('session')),
    async endSession(c) {
      const { userId } = c.get('session');
      // Also one of somebody else is not found.
      if (!(await endSessionById(db, userId, c.req.valid('param').id))) throw notFound('Session');
    },
  });
}

/** All of /admin/account/reauthentication: open to administrators who have yet to set up a second factor. */
export function reauthenticationRoutes(deps: ApiDeps, signIns: CallQueue) {
  return serveCalls(createRouter(), reauthenticationCalls, {
    confirm: (c) =>
      reauthenticate(deps, signIns, c.get('session'), c.req.valid('json'), clientOf(c).address),
  });
}
