import { administratorOf } from '../auth/actor';
import { requireRecentSignIn } from '../auth/reauthentication';
import { countFailedSignIns } from '../auth/failed-sign-ins.repo';
import { administratorCalls } from '~/contract/calls/administrators';
import type { ApiDeps } from '../deps';
import { routeOf } from '../http/route-of';
import { createRouter } from '../http/router';
import {
  getAdministrators,
  getInvitations,
  inviteAdministrator,
  removeInvitation,
  withdrawAdministrator,
} from './administrators';

/** All of /admin/administrators. */
export function administratorRoutes(deps: ApiDeps) {
  const middleware = requireRecentSignIn(deps);
  return createRouter()
    .openapi(routeOf(administratorCalls, 'list'), async (c) =>
      c.json(await getAdministrators(deps, c.get('session')), 200),
    )
    .openapi(routeOf(administratorCalls, 'failedSignIns'), async (c) =>
      c.json(await countFailedSignIns(deps.db, deps.clock()), 200),
    )
    .openapi(routeOf(administratorCalls, 'invitations'), async (c) =>
      c.json(await getInvitations(deps), 200),
    )
    .openapi({ ...routeOf(administratorCalls, 'invite'), middleware }, async (c) =>
      c.json(await inviteAdministrator(deps, administratorOf(c), c.req.valid('json')), 201),
    )
    .openapi({ ...routeOf(administratorCalls, 'deleteInvitation'), middleware }, async (c) => {
      await removeInvitation(deps, administratorOf(c), c.req.valid('param').id);
      return c.body(null, 204);
    })
    .openapi({ ...routeOf(administratorCalls, 'withdraw'), middleware }, async (c) => {
      await withdrawAdministrator(deps, administratorOf(c), c.req.valid('param').id);
      return c.body(null, 204);
    });
}
