import type { ApiDeps } from '../deps';
import { createRouter } from '../http/router';
import { changeUser, getUser, listUsers, removeUser } from './users';
import { deleteRoute, getRoute, listRoute, updateRoute } from './users.openapi';

/** All of /admin/users. */
export function userRoutes(deps: ApiDeps) {
  return createRouter()
    .openapi(listRoute, async (c) => c.json(await listUsers(deps, c.req.valid('query')), 200))
    .openapi(getRoute, async (c) => c.json(await getUser(deps, c.req.valid('param').id), 200))
    .openapi(updateRoute, async (c) =>
      c.json(await changeUser(deps, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(deleteRoute, async (c) => {
      await removeUser(deps, c.req.valid('param').id, c.get('session').userId);
      return c.body(null, 204);
    });
}
