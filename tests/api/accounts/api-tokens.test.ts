import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { setRights } from '~/accounts/server/administrators.repo';
import { hashToken } from '~/accounts/server/tokens';
import { apiTokens, sessions } from '~/platform/database/schema/account';
import { recordChange, SYSTEM } from '~/platform/database/record-change';
import { users } from '~/platform/database/schema/records';
import { apiTokenSchema, createdApiTokenSchema, type NewApiToken } from '~/accounts/api-tokens';
import { errorOf, fieldError, statusesOf, apiPerFile } from '../../support/api';
import { aCondo } from '../../support/builders';
import { mountedRoutes } from '../../support/mounted-routes';
import { historyEntries } from '../../support/history';
import { formOf } from '../../support/form-of';

const PATH = '/admin/account/api-tokens';
const DAY_MS = 24 * 60 * 60_000;

let now = new Date('2026-03-01T10:00:00Z');
const api = apiPerFile({ clock: () => now });
beforeAll(async () => {
  await api.db.update(users).set({ first_name: 'Anna', last_name: 'Muster' });
});

/** A session that has just begun, so that nothing is asked again. */
async function create(values: Partial<NewApiToken> = {}, token = api.token): Promise<Response> {
  await api.db.update(sessions).set({ created_at: now, authenticated_at: now, last_used_at: now });
  const body = { name: crypto.randomUUID(), scope: 'write', lifetime_days: 30, ...values };
  return api.as(token).call('POST', PATH, body);
}
const created = async (values?: Partial<NewApiToken>, token?: string) =>
  createdApiTokenSchema.parse(await (await create(values, token)).json());
const list = () => api.read(apiTokenSchema.array(), 'GET', PATH);

async function statusOf(token: string, method = 'GET', path = '/admin/condos', body?: object) {
  return (await api.as(token).call(method, path, body)).status;
}

it('is shown once, listed without its text, and stored as a hash', async () => {
  const { token, ...shown } = await created({ name: 'Nightly', scope: 'read' });
  expect(token).toMatch(/^condoadmin_[\w-]{43}$/);
  expect(shown).toMatchObject({
    name: 'Nightly',
    scope: 'read',
    last_used_at: null,
    expires_at: new Date(now.getTime() + 30 * DAY_MS).toISOString(),
  });
  expect(await list()).toEqual([shown]);
  const rows = await api.db.select().from(apiTokens);
  expect(rows).toEqual([expect.objectContaining({ token_hash: hashToken(token) })]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

it('says when it was last used, to the minute', async () => {
  const { id, token } = await created();
  const lastUsed = async () => (await list()).find((one) => one.id === id)?.last_used_at;
  await statusOf(token);
  const first = now.toISOString();
  expect(await lastUsed()).toBe(first);
  now = new Date(now.getTime() + 59_000);
  await statusOf(token);
  expect(await lastUsed()).toBe(first);
  now = new Date(now.getTime() + 2_000);
  await statusOf(token);
  expect(await lastUsed()).toBe(now.toISOString());
});

it.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ name: 'x'.repeat(61) }, 'name', 'Name must be at most 60 characters'],
  [{ lifetime_days: 0 }, 'lifetime_days', 'Lifetime must be at least 1 day'],
  [{ lifetime_days: 367 }, 'lifetime_days', 'Lifetime must be at most 366 days'],
])('rejects %j', async (values, field, message) => {
  expect(await errorOf(create(values))).toEqual(fieldError(field, message));
});

it('has a name of its own among those of the account', async () => {
  await created({ name: 'Backup' });
  const taken = fieldError('name', 'You have an API token with this name');
  expect(await errorOf(create({ name: 'BACKUP' }))).toEqual(taken);
  const other = await api.administrator();
  await created({ name: 'Backup' }, other.token);
});

describe('ends', () => {
  it('when it is revoked, at once, by its owner alone', async () => {
    const { id, token } = await created();
    const other = await api.administrator();
    expect(await statusOf(other.token, 'DELETE', `${PATH}/${id}`)).toBe(404);
    expect(await statusOf(token)).toBe(200);
    expect((await api.call('DELETE', `${PATH}/${id}`)).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
    expect((await api.call('DELETE', `${PATH}/${id}`)).status).toBe(404);
  });

  it('on its last day, and its name is free again', async () => {
    const { token } = await created({ name: 'Short', lifetime_days: 1 });
    now = new Date(now.getTime() + DAY_MS - 1_000);
    expect(await statusOf(token)).toBe(200);
    now = new Date(now.getTime() + 1_000);
    expect(await statusOf(token)).toBe(401);
    expect((await create({ name: 'Short' })).status).toBe(201);
  });

  it('with the rights of the account, and does not come back with them', async () => {
    const other = await api.administrator();
    const { token } = await created({}, other.token);
    for (const is_superuser of [false, true]) {
      await recordChange(api.db, { actor: SYSTEM, action: 'rights' }, (tx) =>
        setRights(tx, other.userId, { is_superuser }, now),
      );
      expect(await statusOf(token)).toBe(401);
    }
  });

  it('with an account that is inactive', async () => {
    const other = await api.administrator();
    const { token } = await created({}, other.token);
    await api.db.update(users).set({ is_active: false }).where(eq(users.id, other.userId));
    expect(await statusOf(token)).toBe(401);
  });
});

it('is named in the history, with its owner', async () => {
  const { id, token } = await created({ name: 'Importer' });
  expect(await statusOf(token, 'POST', '/admin/condos', aCondo())).toBe(201);
  const form = formOf({ type: 'condo', rows: JSON.stringify([aCondo({ name: 'Seehof' })]) });
  expect(await statusOf(token, 'POST', '/admin/bulk-create', form)).toBe(200);
  await api.call('DELETE', `${PATH}/${id}`);
  const entries = await historyEntries(api);
  const { email } = (await api.db.select().from(users).where(eq(users.id, api.adminId)))[0] ?? {};
  const byToken = { id: api.adminId, name: `token Importer of Anna Muster (${email})` };
  expect(entries.slice(0, 4)).toMatchObject([
    { action: 'token_revoked', actor: { id: api.adminId } },
    { action: 'imported', actor: byToken },
    { action: 'created', actor: byToken },
    { action: 'token_created', actor: { id: api.adminId } },
  ]);
});

it('is one of at most 20', async () => {
  const other = await api.administrator();
  for (let number = 1; number <= 18; number += 1) await created({}, other.token);
  // No more at once than the pool has connections: a call that waits for one too long is answered 503.
  const answers = await statusesOf(Array.from({ length: 4 }, () => create({}, other.token)));
  expect(answers.toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
});

/** Calls that no token makes. */
const CLOSED = /^\S+ \/api\/admin\/(?:account|administrators|personal-data)(?:\/|$)/;

it.each(['read', 'write'] as const)(
  'with the scope %s reaches what that says, over all routes',
  async (scope) => {
    const { token } = await created({ scope });
    const routes = mountedRoutes(api.deps).filter((route) => route.includes('/api/admin/'));
    expect(routes.length).toBeGreaterThan(50);
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      const call = path.replace('/api', '').replaceAll(/\{\w+\}/g, '999999');
      const response = await api.as(token).call(method, call);
      const text = await response.text();
      const isOpen = !CLOSED.test(route) && (scope === 'write' || method === 'GET');
      const isRejected = response.status === 403 && text.includes('This API token may not do this');
      expect([route, !isRejected]).toEqual([route, isOpen]);
    }
  },
);
