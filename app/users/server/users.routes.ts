import { userCalls } from '~/users/calls';
import { associationFields, userFields } from '~/users/fields';
import { administratorOf } from '~/accounts/server/auth-middleware';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls, Tagged } from '~/rpc/embedded/serve-calls';
import { unlessKnown } from '~/rpc/embedded/answer-list';
import { USER_LIST_TABLES } from './user-page';
import { changeUser, getUser, listUsers, removeUser, taggedPart, type User } from './users';

const tagged = (user: User) => new Tagged(user, taggedPart(user));

export function userRoutes(deps: ApiDeps) {
  return serveCalls(createRouter(), userCalls, {
    list(c) {
      const query = c.req.valid('query');
      const of = [userFields, associationFields, query];
      return unlessKnown(c, { db: deps.db, tables: USER_LIST_TABLES, of }, async () => {
        const { list, version } = await listUsers(deps, query);
        return { response: c.json(list), version };
      });
    },
    get: async (c) => tagged(await getUser(deps, c.req.valid('param').id)),
    async update(c) {
      const { 'if-match': ifMatch } = c.req.valid('header');
      const { id } = c.req.valid('param');
      return tagged(await changeUser(deps, administratorOf(c), id, c.req.valid('json'), ifMatch));
    },
    delete: (c) => removeUser(deps, administratorOf(c), c.get('session'), c.req.valid('param').id),
  });
}
