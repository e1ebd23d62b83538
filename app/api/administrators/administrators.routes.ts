import { administratorOf } from '../auth/actor';
import { requireRecentSignIn } from '../auth/reauthentication';
import { countFailedSignIns } from '../auth/failed-sign-ins.repo';
import type { ApiDeps } from '../deps';
import { createRouter } from '../http/router';
import {
  getAdministrators,
  getInvitations,
  inviteAdministrator,
  removeInvitation,
  withdrawAdministrator,
} from './administrators';
import {
  failedSignInsRoute,
  invitationsRoute,
  inviteRoute,
  listRoute,
  removeInvitationRoute,
  withdrawRoute,
} from './administrators.openapi';

/** All of /admin/administrators. */
export function administratorRoutes(deps: ApiDeps) {
  return createRouter()
    .openapi(listRoute, async (c) => c.json(await getAdministrators(deps, c.get('session')), 200))
    .openapi(failedSignInsRoute, async (c) =>
      c.json(await countFailedSignIns(deps.db, deps.clock()), 200),
    )
    .openapi(invitationsRoute, async (c) => c.json(await getInvitations(deps), 200))
    .openapi(inviteRoute, async (c) =>
      c.json(await inviteAdministrator(deps, administratorOf(c), c.req.valid('json')), 201),
    )
    .openapi(removeInvitationRoute, async (c) => {
      await removeInvitation(deps, administratorOf(c), c.req.valid('param').id);
      return c.body(null, 204);
    })
    .openapi({ ...withdrawRoute, middleware: requireRecentSignIn(deps) }, async (c) => {
      await withdrawAdministrator(deps, administratorOf(c), c.req.valid('param').id);
      return c.body(null, 204);
    });
}
