import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { rateLimits, sessions } from '~/platform/database/schema/account';
import { condos, users } from '~/platform/database/schema/records';
import { bulkImportSchema } from '~/imports/schema';
import { errorOf, insertUser, apiPerFile } from '../../support/api';
import { aCondo } from '../../support/builders';
import { create } from '../../support/bulk';
import { documentedCalls } from '../../support/documented-calls';
import { enrolApp, type EnrolledApp } from '../../support/factors';
import { must } from '../../support/must';
import { mountedRoutes } from '../../support/mounted-routes';

const PASSWORD = 'four words make one';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let now = new Date();
const api = apiPerFile({ clock: () => now });
beforeAll(async () => {
  const password_hash = `plain:${PASSWORD}`;
  await api.db.update(users).set({ password_hash }).where(eq(users.id, api.adminId));
});
beforeEach(async () => {
  await api.db.delete(rateLimits);
  await signedInBefore(16 * MINUTE_MS);
});

/** An hour later; everybody signed in so long before. */
async function signedInBefore(milliseconds: number) {
  now = new Date(now.getTime() + HOUR_MS);
  const authenticated_at = new Date(now.getTime() - milliseconds);
  await api.db.update(sessions).set({ authenticated_at, last_used_at: now });
}

const again = { status: 403, code: 'reauthentication_required' };

const anAdministrator = () => insertUser(api.db, { is_superuser: true, password_hash: 'x' });

test('every route has its line, and no line is of another', () => {
  const routes = mountedRoutes(api.deps).filter((route) => route.includes('/api/admin/'));
  expect([...documentedCalls().keys()].toSorted()).toEqual(routes.toSorted());
});

describe.each([...documentedCalls()])('%s', (route, asks) => {
  const [method = '', path = ''] = route.split(' ');

  it(`asks for ${asks}`, async () => {
    const other = await anAdministrator();
    const call = path
      .replace('/api', '')
      .replaceAll(/\{(?:id|entry|change)\}/g, String(other))
      .replaceAll(/\{\w+\}/g, 'x');
    const body =
      method === 'POST'
        ? { email: 'new@example.com', code: '123456', name: 'x', credential: {} }
        : undefined;
    const response = await api.call(method, call, body);
    const code = response.ok ? undefined : (await errorOf(response)).code;
    const asksAgain = asks === 'again' || asks.startsWith('again for an');
    expect(code === again.code).toBe(asksAgain);
  });
});

const show = (body: object) => api.call('POST', '/admin/account/reauthentication', body);

async function anImport(rows: number): Promise<number> {
  const names = Array.from({ length: rows }, (_, index) => aCondo({ name: `B${index}` }));
  await create(api, 'condo', names);
  const [made] = await api.read(bulkImportSchema.array(), 'GET', '/admin/bulk-imports');
  return must(made, 'import').id;
}

/** Guarded changes, each with a call that is made twice: with an old sign-in, and with a recent one. */
const GUARDED = {
  'withdrawing rights': async () => {
    const id = await anAdministrator();
    return () => api.call('DELETE', `/admin/administrators/${id}`);
  },
  'undoing an import of 101 rows': async () => {
    const id = await anImport(101);
    return () => api.call('POST', `/admin/bulk-imports/${id}/undo`);
  },
};

describe.each(Object.entries(GUARDED))('%s', (_what, prepare) => {
  it('asks for the password when the sign-in is older than 15 minutes, and then does it', async () => {
    const call = await prepare();
    expect(await errorOf(call())).toMatchObject(again);
    // The session goes on.
    expect((await api.call('GET', '/admin/account')).status).toBe(200);
    expect((await show({ password: PASSWORD })).status).toBe(204);
    expect((await call()).ok).toBe(true);
  });

  it('asks nobody who signed in a moment ago', async () => {
    const call = await prepare();
    await signedInBefore(15 * MINUTE_MS);
    expect((await call()).ok).toBe(true);
  });
});

it('asks for no password for other people and for short imports', async () => {
  const person = await insertUser(api.db);
  expect((await api.call('DELETE', `/admin/users/${person}`)).status).toBe(204);
  const id = await anImport(100);
  expect((await api.call('POST', `/admin/bulk-imports/${id}/undo`)).status).toBe(200);
  expect(await api.db.$count(condos)).toBe(0);
});

it('names a wrong password, which counts as a failed sign-in', async () => {
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await show({ password: `guess ${guess}` })).status).toBe(422);
  }
  expect((await show({ password: PASSWORD })).status).toBe(429);
  const call = api.call('DELETE', `/admin/administrators/${await anAdministrator()}`);
  expect(await errorOf(call)).toMatchObject(again);
});

const removeFactor = () => api.call('DELETE', '/admin/account/factors/totp');
const codeWanted = { status: 403, code: 'second_factor_required' };

describe('an account with a second factor', () => {
  let app: EnrolledApp;
  beforeAll(async () => {
    await api.db.update(sessions).set({ authenticated_at: now });
    app = await enrolApp(api, api.token, now);
  });

  it('shows it too: the password alone takes no factor off', async () => {
    expect(await errorOf(show({ password: PASSWORD }))).toMatchObject(codeWanted);
    expect(await errorOf(removeFactor())).toMatchObject(again);
    const wrongCode = show({ password: PASSWORD, otp: '000000' });
    expect(await errorOf(wrongCode)).toMatchObject(codeWanted);
    const wrongPassword = show({ password: 'wrong', otp: app.codeAt(now) });
    const error = { status: 422, errors: [{ field: 'password' }] };
    expect(await errorOf(wrongPassword)).toMatchObject(error);
    expect(await errorOf(removeFactor())).toMatchObject(again);
    // The session goes on.
    expect((await api.call('GET', '/admin/account')).status).toBe(200);
  });

  it('takes a code once, and a recovery code', async () => {
    const otp = app.codeAt(now);
    expect((await show({ password: PASSWORD, otp })).status).toBe(204);
    expect((await show({ password: PASSWORD, otp })).status).toBe(403);
    expect((await show({ password: PASSWORD, otp: app.recoveryCodes[0] })).status).toBe(204);
    expect((await removeFactor()).status).toBe(204);
  });

  it('counts wrong codes as failed sign-ins', async () => {
    await api.db.update(sessions).set({ authenticated_at: now });
    await enrolApp(api, api.token, now);
    await signedInBefore(16 * MINUTE_MS);
    const statuses = [];
    for (let guess = 0; guess < 25; guess += 1) {
      statuses.push((await show({ password: PASSWORD, otp: '000000' })).status);
    }
    expect(statuses).toContain(429);
  });
});
