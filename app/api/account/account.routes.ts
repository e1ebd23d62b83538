import { accountCalls, reauthenticationCalls } from '~/contract/calls/account';
import { administratorOf } from '../auth/actor';
import type { CallQueue } from '../auth/call-queue';
import { listFailedSignIns } from '../auth/failed-sign-ins.repo';
import { endOtherSessions, endSessionById, listSessions } from '../auth/sessions.repo';
import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { routeOf } from '../http/route-of';
import { clientOf, createRouter } from '../http/router';
import { changeAccount, changeOwnPassword, getAccount, reauthenticate } from './account';

/** All of /admin/account. */
export function accountRoutes(deps: ApiDeps, signIns: CallQueue) {
  return createRouter()
    .openapi(routeOf(accountCalls, 'get'), async (c) =>
      c.json(await getAccount(deps, c.get('session')), 200),
    )
    .openapi(routeOf(accountCalls, 'update'), async (c) =>
      c.json(await changeAccount(deps, administratorOf(c), c.req.valid('json')), 200),
    )
    .openapi(routeOf(accountCalls, 'changePassword'), async (c) => {
      const { address } = clientOf(c);
      const session = c.get('session');
      await changeOwnPassword(deps, signIns, session, c.req.valid('json'), address);
      return c.body(null, 204);
    })
    .openapi(routeOf(accountCalls, 'sessions'), async (c) =>
      c.json(await listSessions(deps.db, c.get('session'), deps.clock()), 200),
    )
    .openapi(routeOf(accountCalls, 'failedSignIns'), async (c) =>
      c.json(await listFailedSignIns(deps.db, c.get('session').userId), 200),
    )
    .openapi(routeOf(accountCalls, 'endOtherSessions'), async (c) => {
      await endOtherSessions(deps.db, c.get('session'));
      return c.body(null, 204);
    })
    .openapi(routeOf(accountCalls, 'endSession'), async (c) => {
      const { userId } = c.get('session');
      // Also one of somebody else is not found.
      if (!(await endSessionById(deps.db, userId, c.req.valid('param').id)))
        throw notFound('Session');
      return c.body(null, 204);
    });
}

/** All of /admin/account/reauthentication: open to administrators who have yet to set up a second factor. */
export function reauthenticationRoutes(deps: ApiDeps, signIns: CallQueue) {
  return createRouter().openapi(routeOf(reauthenticationCalls, 'confirm'), async (c) => {
    const { address } = clientOf(c);
    await reauthenticate(deps, signIns, c.get('session'), c.req.valid('json'), address);
    return c.body(null, 204);
  });
}
