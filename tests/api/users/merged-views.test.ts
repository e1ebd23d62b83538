import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { VIEWS_LIMIT } from '~/search/server/views.repo';
import { savedViews } from '~/platform/database/schema/account';
import { insertUser } from '../../support/api';
import { openTransaction, waitingCalls } from '../../support/connections';
import { deskPerTest } from '../../support/invitation-desk';
import { restoreCalls } from '../../support/restore-calls';

/* Saved views of two people who are merged. */

const desk = deskPerTest();
const { restoreRecord } = restoreCalls(desk);

let kept: number;
let closed: number;
beforeEach(async () => {
  kept = await insertUser(desk.api.db);
  closed = await insertUser(desk.api.db);
});

const call = () => desk.api.call('POST', `/admin/users/${kept}/merge`, { user_id: closed });
const merge = async () => expect((await call()).status).toBe(204);
const view = { path: '/condos', is_starred: true, is_shared: false } as const;
const owners = async () => {
  const rows = await desk.api.db.select().from(savedViews).orderBy(savedViews.id);
  return rows.map(({ user_id }) => user_id);
};

it('moves saved views, by a free name, and Undo brings them back', async () => {
  const rows = await desk.api.db
    .insert(savedViews)
    .values([
      { ...view, user_id: kept, name: 'Zug', search: 'search=zug' },
      { ...view, user_id: kept, name: 'Same', search: 'a=1&b=2' },
      { ...view, user_id: closed, name: 'zug', search: 'search=zg' },
      { ...view, user_id: closed, name: 'Same', search: 'b=2&a=1' },
      { ...view, user_id: closed, name: 'Bern (2)', search: 'search=bern', is_shared: true },
      { ...view, user_id: closed, name: 'Gone', search: 'x=1' },
    ])
    .returning();
  const views = () => desk.api.db.select().from(savedViews).orderBy(savedViews.id);
  await merge();
  expect((await views()).map(({ user_id, name }) => [user_id, name])).toEqual([
    [kept, 'Zug'],
    [kept, 'Same'],
    [kept, 'zug (2)'],
    [closed, 'Same'],
    [kept, 'Bern (2)'],
    [kept, 'Gone'],
  ]);
  await desk.api.db.delete(savedViews).where(eq(savedViews.name, 'Gone'));
  expect(await restoreRecord('user', closed)).toBe('1 restored');
  expect(await views()).toEqual(rows.slice(0, -1));
});

it("views above a person's limit are not moved", async () => {
  const many = Array.from({ length: VIEWS_LIMIT - 1 }, (_, index) => ({
    ...view,
    user_id: kept,
    name: `View ${index}`,
    search: `search=${index}`,
  }));
  await desk.api.db.insert(savedViews).values(many);
  const theirs = { ...view, user_id: closed, search: 'a=1' };
  await desk.api.db.insert(savedViews).values([
    { ...theirs, name: 'One' },
    { ...theirs, name: 'Two' },
  ]);
  await merge();
  expect((await owners()).slice(-2)).toEqual([kept, closed]);
});

/** Holds what a change of somebody's views holds. */
const changeViews = (id: number) =>
  openTransaction(desk.api.database, `select pg_advisory_xact_lock(1986225011, ${id})`);

it.each([
  ['the one who stays', () => kept],
  ['the other one', () => closed],
])('a change of the views of %s comes first, before a merge and before its Undo', async (_, of) => {
  await desk.api.db
    .insert(savedViews)
    .values({ ...view, user_id: closed, name: 'A', search: 'a=1' });
  const steps = [
    { change: call, owner: kept },
    { change: () => restoreRecord('user', closed), owner: closed },
  ];
  for (const { change, owner } of steps) {
    const commit = await changeViews(of());
    const done = change();
    await waitingCalls(desk.api.database, 1);
    await commit();
    await done;
    expect(await owners()).toEqual([owner]);
  }
});
