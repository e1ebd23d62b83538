import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimits, sessions } from '~/api/db/account-schema';
import { condos, users } from '~/api/db/schema';
import { bulkImportListSchema } from '~/contract/bulk-imports';
import { aCondo } from '../../support/builders';
import { create } from '../../support/bulk';
import { createTestApi, errorOf, insertUser } from '../../support/api';
import { must } from '../../support/must';
import { perFile } from '../../support/opened';

const PASSWORD = 'four words make one';
const MINUTE_MS = 60_000;

let now = new Date();
const api = perFile(() => createTestApi({ clock: () => now }));
beforeAll(async () => {
  const password_hash = `plain:${PASSWORD}`;
  await api.db.update(users).set({ password_hash }).where(eq(users.id, api.adminId));
});
beforeEach(async () => {
  await api.db.delete(rateLimits);
  await signedInBefore(16 * MINUTE_MS);
});

/** Moves the administrator's sign-in. */
async function signedInBefore(milliseconds: number) {
  now = new Date();
  const authenticated_at = new Date(now.getTime() - milliseconds);
  await api.db.update(sessions).set({ authenticated_at }).where(eq(sessions.user_id, api.adminId));
}

const reauthenticate = (password: string) =>
  api.call('POST', '/admin/account/reauthentication', { password });

const asksForPassword = { status: 403, code: 'reauthentication_required' };

const anAdministrator = () =>
  insertUser(api.db, { is_superuser: true, password_hash: 'of a password' });

async function anImport(rows: number): Promise<number> {
  const names = Array.from({ length: rows }, (_, index) => aCondo({ name: `B${index}` }));
  await create(api, 'condo', names);
  const [made] = await api.read(bulkImportListSchema, 'GET', '/admin/bulk-imports');
  return must(made, 'import').id;
}

/** Each with a call that is made twice: with an old sign-in, and with a recent one. */
const GUARDED: Readonly<Record<string, () => Promise<() => Promise<Response>>>> = {
  'withdrawing rights': async () => {
    const id = await anAdministrator();
    return () => api.call('DELETE', `/admin/administrators/${id}`);
  },
  'deleting an administrator': async () => {
    const id = await anAdministrator();
    return () => api.call('DELETE', `/admin/users/${id}`);
  },
  'erasing a person': async () => {
    const id = await insertUser(api.db, { is_active: false });
    return () => api.call('DELETE', `/admin/personal-data/${id}`);
  },
  'undoing an import of 101 rows': async () => {
    const id = await anImport(101);
    return () => api.call('POST', `/admin/bulk-imports/${id}/undo`);
  },
};

describe.each(Object.entries(GUARDED))('%s', (_what, prepare) => {
  it('asks for the password when the sign-in is older than 15 minutes, and then does it', async () => {
    const call = await prepare();
    expect(await errorOf(call())).toMatchObject(asksForPassword);
    // The session goes on.
    expect((await api.call('GET', '/admin/account')).status).toBe(200);
    expect((await reauthenticate(PASSWORD)).status).toBe(204);
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
    expect((await reauthenticate(`guess ${guess}`)).status).toBe(422);
  }
  expect((await reauthenticate(PASSWORD)).status).toBe(429);
  const id = await anAdministrator();
  const call = api.call('DELETE', `/admin/administrators/${id}`);
  expect(await errorOf(call)).toMatchObject(asksForPassword);
});
