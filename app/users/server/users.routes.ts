import { mergeCalls, personCalls, userCalls, personalDataCalls } from '~/users/calls';
import { associationFields, userFields } from '~/users/fields';
import { administratorOf, requireRecentSignIn } from '~/accounts/server/auth-middleware';
import { type ChangeTx, recordChange } from '~/platform/database/record-change';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { once } from '~/rpc/embedded/once';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls, Tagged } from '~/rpc/embedded/serve-calls';
import { unlessKnown } from '~/rpc/embedded/answer-list';
import { USER_LIST_TABLES } from './user-page';
import {
  changeUser,
  enterPerson,
  getUser,
  listUsers,
  removeUser,
  taggedPart,
  type User,
} from './users';
import { erasePerson } from './erase-person';
import { exportPerson } from './export-person';
import { mergePeople } from './merge';
import { planMerge } from './merge-plan';

const tagged = (user: User) => new Tagged(user, taggedPart(user));

export function userRoutes(deps: ApiDeps) {
  const router = serveCalls(createRouter(), personCalls, {
    async create(c) {
      const change = { actor: administratorOf(c), action: 'created' } as const;
      const enter = async (tx: ChangeTx) =>
        (await enterPerson(tx, c.req.valid('json'), deps.clock())).id;
      const id = await recordChange(deps.db, change, (tx) => once(tx, c, () => enter(tx)));
      return getUser(deps, id);
    },
  });
  serveCalls(router, mergeCalls, {
    async review(c) {
      const accounts = { kept: c.req.valid('param').id, closed: c.req.valid('query').user_id };
      const plan = await planMerge(deps.db, accounts, { day: todayOf(deps) });
      return new Tagged(plan, plan);
    },
    merge(c) {
      const { user_id, take } = c.req.valid('json');
      const accounts = { kept: c.req.valid('param').id, closed: user_id };
      const ifMatch = c.req.valid('header')['if-match'];
      return mergePeople(deps, administratorOf(c), accounts, take, ifMatch);
    },
  });
  return serveCalls(router, userCalls, {
    list(c) {
      const query = c.req.valid('query');
      const of = [userFields, associationFields, query, todayOf(deps)];
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

/** All routes of /admin/personal-data. `{id}` is the id of a user. */
export function personalDataRoutes(deps: ApiDeps) {
  return serveCalls(
    createRouter(),
    personalDataCalls,
    {
      async export(c) {
        const { id } = c.req.valid('param');
        return new Response(await exportPerson(deps, id), {
          headers: {
            'content-type': 'application/json',
            'content-disposition': `attachment; filename="person-${id}.json"`,
          },
        });
      },
      erase: (c) => erasePerson(deps, administratorOf(c), c.req.valid('param').id),
    },
    { middleware: requireRecentSignIn(deps) },
  );
}
