import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { administratorInvitationSchema, administratorSchema } from '~/accounts/administrator';
import { accountSchema } from '~/accounts/account';
import { createdApiTokenSchema } from '~/accounts/api-tokens';
import type { Rights } from '~/accounts/rights';
import { loginResponseSchema } from '~/accounts/session';
import { historyPageSchema } from '~/history/answers';
import { administratorInvitations } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import { z } from '~/fields/zod';
import { errorOf, insertUser, logIn, rejectionOf } from '../../support/api';
import { aCondo } from '../../support/builders';
import { waitingCalls } from '../../support/connections';
import { NEWCOMER, deskPerFile } from '../../support/invitation-desk';
import { must } from '../../support/must';

const PATH = '/admin/administrators';
const PASSWORD = 'the password they have';
const KEEPS = '409 The last administrator with all rights keeps them.';

const desk = deskPerFile();
afterEach(async () => {
  const { db, adminId } = desk.api;
  await db.delete(administratorInvitations);
  await db.update(users).set({ is_superuser: eq(users.id, adminId), rights: 'all' });
});

const change = (id: number, rights: string, by = desk.api.token) =>
  desk.api.as(by).call('PUT', `${PATH}/${id}`, { rights });
const colleague = (rights: Rights = 'all') =>
  desk.api.administrator({ rights, password_hash: `plain:${PASSWORD}` });
const statusOf = async (token: string, method = 'GET', path = '/admin/condos', body?: object) =>
  (await desk.api.as(token).call(method, path, body)).status;

it('rights are changed, are in every answer about an administrator, and bind the sessions at once', async () => {
  const other = await colleague();
  const answer = await change(other.userId, 'look');
  expect(administratorSchema.parse(await answer.json())).toMatchObject({
    id: other.userId,
    rights: 'look',
  });
  expect(await statusOf(other.token)).toBe(200);
  expect(await statusOf(other.token, 'POST', '/admin/condos', aCondo())).toBe(403);
  const [row] = await desk.api.db.select().from(users).where(eq(users.id, other.userId));
  const username = must(row, 'user').email ?? '';
  const signedIn = await logIn(desk.api, { username, password: PASSWORD });
  const { access_token: token, user } = loginResponseSchema.parse(await signedIn.json());
  expect(user).toMatchObject({ is_superuser: true, rights: 'look' });
  const own = await desk.api.as(token).read(accountSchema, 'GET', '/admin/account');
  expect(own.rights).toBe('look');
  const all = await desk.api.read(administratorSchema.array(), 'GET', PATH);
  expect(all.map(({ id, rights }) => [id, rights])).toContainEqual([other.userId, 'look']);
  await desk.api.as(token).call('PUT', '/admin/account', { first_name: 'Ada', rights: 'all' });
  expect(await statusOf(token)).toBe(200);
  const rejected = await errorOf(desk.api.as(token).call('POST', '/admin/condos', aCondo()));
  expect(rejected.status).toBe(403);
});

it('bind the tokens of the person from then on, which stay', async () => {
  const other = await colleague();
  const body = { name: 'Nightly', scope: 'write', lifetime_days: 30 };
  const tokens = '/admin/account/api-tokens';
  const { token } = await other.read(createdApiTokenSchema, 'POST', tokens, body, 201);
  const write = () => statusOf(token, 'POST', '/admin/condos', aCondo());
  expect(await write()).toBe(201);
  await change(other.userId, 'propose');
  expect([await write(), await statusOf(token)]).toEqual([403, 200]);
  await change(other.userId, 'all');
  expect(await write()).toBe(201);
});

it('the last administrator with all rights keeps them: no change, withdrawal or deletion', async () => {
  const { adminId } = desk.api;
  await colleague('propose');
  // Nobody signs in to this account.
  await insertUser(desk.api.db, { is_superuser: true });
  for (const rights of ['look', 'propose'])
    expect(await rejectionOf(change(adminId, rights))).toBe(KEEPS);
  expect((await change(adminId, 'all')).status).toBe(200);
  const other = await colleague();
  expect((await change(other.userId, 'look', other.token)).status).toBe(200);
  expect(await rejectionOf(change(adminId, 'look'))).toBe(KEEPS);
  for (const path of [PATH, '/admin/users'])
    expect(await statusOf(desk.api.token, 'DELETE', `${path}/${adminId}`)).toBe(400);
});

it('leave one with all of them when two change each other at once', async () => {
  for (let round = 0; round < 6; round += 1) {
    await desk.api.db.update(users).set({ is_superuser: false });
    const [one, two] = [await colleague(), await colleague()];
    const answers = await Promise.all([
      change(two.userId, 'look', one.token),
      round % 2
        ? two.call('DELETE', `${PATH}/${one.userId}`)
        : change(one.userId, 'propose', two.token),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  }
});

it('a call that waits while its caller loses the rights changes and invites nobody', async () => {
  const [other, third] = [await colleague(), await colleague('look')];
  const acts = [
    () => change(third.userId, 'all', other.token),
    () => other.call('POST', `${PATH}/invitations`, { email: 'friend@example.com' }),
  ];
  for (const act of acts) {
    await desk.api.db.update(users).set({ rights: 'all' }).where(eq(users.id, other.userId));
    const answer = await desk.api.db.transaction(async (tx) => {
      await tx.update(users).set({ rights: 'look' }).where(eq(users.id, other.userId));
      const acting = act();
      await waitingCalls(desk.api.database, 1);
      return () => acting;
    });
    expect((await answer()).status).toBe(403);
  }
});

it('rights are those of the invitation, also for somebody who had others, and for a second mail without any', async () => {
  const email = 'new@example.com';
  const invite = (more: object) => desk.api.call('POST', `${PATH}/invitations`, { email, ...more });
  const invited = administratorInvitationSchema.parse(
    await (await invite({ rights: 'propose' })).json(),
  );
  expect(invited.rights).toBe('propose');
  desk.travel(61);
  expect((await invite({})).status).toBe(201);
  const pending = administratorInvitationSchema.array();
  expect(await desk.api.read(pending, 'GET', `${PATH}/invitations`)).toMatchObject([
    { email, rights: 'propose' },
  ]);
  await desk.accept(await desk.tokenFor(email), NEWCOMER);
  const find = async () => {
    const rows = await desk.api.read(administratorSchema.array(), 'GET', PATH);
    return must(
      rows.find((row) => row.email === email),
      'administrator',
    );
  };
  const { id, rights } = await find();
  expect(rights).toBe('propose');
  await desk.api.call('DELETE', `${PATH}/${id}`);
  desk.travel(61);
  await invite({ rights: 'look' });
  const accepted = await desk.accept(await desk.tokenFor(email), { password: NEWCOMER.password });
  expect(accepted.status).toBe(204);
  expect((await find()).rights).toBe('look');
  expect((await invite({ rights: 'chief' })).status).toBe(422);
});

it('end the invitations of a person who may no longer invite', async () => {
  const other = await colleague();
  await other.call('POST', `${PATH}/invitations`, { email: 'friend@example.com', rights: 'all' });
  await change(other.userId, 'propose');
  expect(await desk.api.db.$count(administratorInvitations)).toBe(0);
});

it("a change of rights is in the person's history, with its author and the former rights", async () => {
  const other = await colleague();
  await change(other.userId, 'look');
  const path = `/admin/history?kind=user&record=${other.userId}`;
  const { entries } = await desk.api.read(historyPageSchema, 'GET', path);
  expect(entries[0]).toMatchObject({
    action: 'rights',
    actor: { id: desk.api.adminId },
    changes: [{ fields: [{ name: 'rights', old: 'all', new: 'look' }] }],
  });
  // Without a change there is nothing to record.
  expect((await change(other.userId, 'look')).status).toBe(200);
  const again = await desk.api.read(historyPageSchema, 'GET', path);
  expect(again.entries).toEqual(entries);
});

it('rights belong to administrators: 404 for others, 422 for unknown rights', async () => {
  expect((await change(await insertUser(desk.api.db), 'look')).status).toBe(404);
  expect((await change(2_147_483_000, 'look')).status).toBe(404);
  expect((await change((await colleague()).userId, 'chief')).status).toBe(422);
});

it('sharing a view, and deleting a shared one, needs all rights', async () => {
  const other = await colleague('look');
  const view = { name: 'Zug', path: '/condos', search: 'state=ZG', is_starred: false };
  const save = (is_shared: boolean, by = other.token) =>
    desk.api.as(by).call('POST', '/admin/saved-views', { ...view, is_shared });
  expect((await save(false)).status).toBe(201);
  expect((await save(true)).status).toBe(403);
  const { id } = z.object({ id: z.int() }).parse(await (await save(true, desk.api.token)).json());
  expect((await other.call('DELETE', `/admin/saved-views/${id}`)).status).toBe(404);
});
