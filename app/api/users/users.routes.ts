import { userCalls } from '~/contract/calls/users';
import { associationFields, userFields } from '~/contract/user-fields';
import { administratorOf } from '../auth/actor';
import type { ApiDeps } from '../deps';
import { entityTag } from '../http/entity-tag';
import { routeOf } from '../http/route-of';
import { createRouter } from '../http/router';
import { unlessKnown } from '../lists/list-tag';
import { USER_LIST_TABLES } from './user-page';
import { changeUser, getUser, listUsers, removeUser, taggedPart } from './users';

/** All of /admin/users. */
export function userRoutes(deps: ApiDeps) {
  return createRouter()
    .openapi(routeOf(userCalls, 'list'), async (c) => {
      const query = c.req.valid('query');
      const of = [userFields, associationFields, query];
      return unlessKnown(c, { db: deps.db, tables: USER_LIST_TABLES, of }, async () => {
        const { list, version } = await listUsers(deps, query);
        return { response: c.json(list, 200), version };
      });
    })
    .openapi(routeOf(userCalls, 'get'), async (c) => {
      const user = await getUser(deps, c.req.valid('param').id);
      return c.json(user, 200, { etag: entityTag(taggedPart(user)) });
    })
    .openapi(routeOf(userCalls, 'update'), async (c) => {
      const { 'if-match': ifMatch } = c.req.valid('header');
      const { id } = c.req.valid('param');
      const user = await changeUser(deps, administratorOf(c), id, c.req.valid('json'), ifMatch);
      return c.json(user, 200, { etag: entityTag(taggedPart(user)) });
    })
    .openapi(routeOf(userCalls, 'delete'), async (c) => {
      await removeUser(deps, administratorOf(c), c.get('session'), c.req.valid('param').id);
      return c.body(null, 204);
    });
}
