import { administratorOf } from '../auth/actor';
import { endOtherSessions } from '../auth/sessions.repo';
import type { CallQueue } from '../auth/call-queue';
import type { ApiDeps } from '../deps';
import { clientOf, createRouter } from '../http/router';
import {
  changeAccount,
  changeOwnPassword,
  endOwnSession,
  getAccount,
  ownFailedSignIns,
  ownSessions,
} from './account';
import {
  endOthersRoute,
  endRoute,
  failedSignInsRoute,
  getRoute,
  passwordRoute,
  sessionsRoute,
  updateRoute,
} from './account.openapi';

/** All of /admin/account. */
export function accountRoutes(deps: ApiDeps, signIns: CallQueue) {
  return createRouter()
    .openapi(getRoute, async (c) => c.json(await getAccount(deps, c.get('session')), 200))
    .openapi(updateRoute, async (c) =>
      c.json(await changeAccount(deps, administratorOf(c), c.req.valid('json')), 200),
    )
    .openapi(passwordRoute, async (c) => {
      const { address } = clientOf(c);
      await changeOwnPassword(
        deps,
        signIns,
        administratorOf(c),
        c.get('session'),
        c.req.valid('json'),
        address,
      );
      return c.body(null, 204);
    })
    .openapi(sessionsRoute, async (c) => c.json(await ownSessions(deps, c.get('session')), 200))
    .openapi(failedSignInsRoute, async (c) =>
      c.json(await ownFailedSignIns(deps, c.get('session')), 200),
    )
    .openapi(endOthersRoute, async (c) => {
      await endOtherSessions(deps.db, c.get('session'));
      return c.body(null, 204);
    })
    .openapi(endRoute, async (c) => {
      await endOwnSession(deps, c.get('session'), c.req.valid('param').id);
      return c.body(null, 204);
    });
}
