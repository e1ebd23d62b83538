import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '~/api/app.server';
import { createPasswordLink } from '~/api/auth/password-links.repo';
import { totpCode, totpStep } from '~/api/auth/totp';
import { createDb, createPool } from '~/api/db/pool.server';
import {
  authenticators,
  passwordLinks,
  rateLimits,
  recoveryCodes,
  sessions,
} from '~/api/db/account-schema';
import { factorsSchema, newRecoveryCodesSchema, totpSetupSchema } from '~/contract/factors';
import { loginResponseSchema } from '~/contract/session';
import { createRequest, createTestApi, insertUser, type TestApi, errorOf } from '../../support/api';
import { enrolApp, type EnrolledApp } from '../../support/factors';
import { newestEntryId, storedEntries } from '../../support/history';
import { must } from '../../support/must';
import { silentLog } from '../../support/silent-log';
import { perFile } from '../../support/opened';

const EMAIL = 'ada@example.com';
const PASSWORD = 'four words make one';
const PATH = '/admin/account/factors';
const MINUTE_MS = 60_000;

let now = new Date('2026-11-22T10:00:00Z');
const api = perFile(() => createTestApi({ clock: () => now }));
let adaId: number;
let token: string;

beforeAll(async () => {
  adaId = await insertUser(api.db, {
    email: EMAIL,
    is_superuser: true,
    password_hash: `plain:${PASSWORD}`,
  });
});
beforeEach(async () => {
  now = new Date(now.getTime() + 60 * MINUTE_MS);
  for (const table of [rateLimits, authenticators, recoveryCodes, sessions]) {
    await api.db.delete(table);
  }
  token = await signedIn({});
});

function login(more: object, address = '192.0.2.1', server: Pick<TestApi, 'fetch'> = api) {
  const body = { username: EMAIL, password: PASSWORD, ...more };
  return server.fetch(createRequest('POST', '/auth/login', body), { address });
}

async function signedIn(more: object): Promise<string> {
  const response = await login(more);
  expect(response.status).toBe(200);
  return loginResponseSchema.parse(await response.json()).access_token;
}

function call(method: string, path = '', body?: object) {
  return api.fetch(createRequest(method, `${PATH}${path}`, body, token));
}

async function factors() {
  return factorsSchema.parse(await (await call('GET')).json());
}

const enrol = () => enrolApp(api, token, now);

/** The same database by connections of its own, as another process has it. */
async function withOtherProcess(work: (other: Pick<TestApi, 'fetch'>) => Promise<void>) {
  const pool = createPool(api.database.connection, { log: silentLog });
  try {
    await work(createApi({ ...api.deps, db: createDb(pool) }));
  } finally {
    await pool.end();
  }
}

const NONE = { totp: null, passkeys: [], recovery_codes_left: 0, required: false };
const REQUIRED = { status: 401, code: 'second_factor_required' };

describe('setting up an authenticator app', () => {
  it('shows the secret, wants a code of it, and hands out ten recovery codes once', async () => {
    expect(await factors()).toEqual(NONE);
    const { secret, uri } = totpSetupSchema.parse(await (await call('POST', '/totp')).json());
    expect(uri).toContain(`secret=${secret}`);
    // Not confirmed yet: the password alone signs in.
    await signedIn({});
    const wrong = await errorOf(await call('POST', '/totp/confirmation', { code: '000000' }));
    expect(wrong).toMatchObject({ status: 422, errors: [{ field: 'code' }] });
    const { recoveryCodes: codes } = await enrol();
    expect(codes).toHaveLength(10);
    expect(await factors()).toEqual({
      ...NONE,
      totp: { added_at: now.toISOString() },
      recovery_codes_left: 10,
    });
    const stored = JSON.stringify([
      await api.db.select().from(authenticators),
      await api.db.select().from(recoveryCodes),
    ]);
    for (const code of codes) expect(stored).not.toContain(code);
  });

  it('takes the place of an earlier app, which counts until then, and leaves the codes', async () => {
    const first = await enrol();
    const { secret } = totpSetupSchema.parse(await (await call('POST', '/totp')).json());
    now = new Date(now.getTime() + MINUTE_MS);
    await signedIn({ otp: first.codeAt(now) });
    expect(secret).not.toBe(first.secret);
    const code = totpCode(secret, totpStep(now));
    const confirmed = await call('POST', '/totp/confirmation', { code });
    expect(newRecoveryCodesSchema.parse(await confirmed.json()).recovery_codes).toBeNull();
    now = new Date(now.getTime() + MINUTE_MS);
    expect((await login({ otp: first.codeAt(now) })).status).toBe(401);
    await signedIn({ otp: totpCode(secret, totpStep(now)) });
    await signedIn({ otp: first.recoveryCodes[0] });
  });

  it('ends after a quarter of an hour', async () => {
    const { secret } = totpSetupSchema.parse(await (await call('POST', '/totp')).json());
    now = new Date(now.getTime() + 15 * MINUTE_MS);
    const code = totpCode(secret, totpStep(now));
    expect((await call('POST', '/totp/confirmation', { code })).status).toBe(409);
  });

  it.each([
    ['POST', '/totp'],
    ['POST', '/totp/confirmation'],
    ['DELETE', '/totp'],
    ['POST', '/recovery-codes'],
  ])('%s %s asks for the password after an old sign-in', async (method, path) => {
    now = new Date(now.getTime() + 16 * MINUTE_MS);
    const body = path.endsWith('confirmation') ? { code: '123456' } : undefined;
    expect(await errorOf(await call(method, path, body))).toMatchObject({
      status: 403,
      code: 'reauthentication_required',
    });
  });
});

describe('POST /auth/login with a second factor', () => {
  let app: EnrolledApp;
  beforeEach(async () => {
    app = await enrol();
    now = new Date(now.getTime() + MINUTE_MS);
  });

  it('asks for a code, and passes with the same call and `otp`', async () => {
    const asked = await errorOf(await login({}));
    expect(asked).toMatchObject(REQUIRED);
    expect(asked.detail).not.toBe('');
    expect(await errorOf(await login({ otp: ' ' }))).toMatchObject(REQUIRED);
    expect(await errorOf(await login({ otp: '123' }))).toMatchObject(REQUIRED);
    const code = app.codeAt(now);
    await signedIn({ otp: `${code.slice(0, 3)} ${code.slice(3)}` });
  });

  it('says nothing about the factor to whoever lacks the password', async () => {
    const { code } = await errorOf(await login({ password: 'wrong', otp: app.codeAt(now) }));
    expect(code).toBeUndefined();
    await signedIn({ otp: app.codeAt(now) });
  });

  it('takes a code once, also the one of the confirmation, and none before it', async () => {
    await signedIn({ otp: app.codeAt(now) });
    for (const steps of [0, -1]) {
      expect(await errorOf(await login({ otp: app.codeAt(now, steps) }))).toMatchObject(REQUIRED);
    }
    await signedIn({ otp: app.codeAt(now, 1) });
  });

  it('takes a recovery code once, however it is typed', async () => {
    const [code = '', other = ''] = app.recoveryCodes;
    await signedIn({ otp: code.toUpperCase() });
    expect(await errorOf(await login({ otp: code }))).toMatchObject(REQUIRED);
    expect((await factors()).recovery_codes_left).toBe(9);
    await signedIn({ otp: other.replaceAll('-', ' ') });
  });

  it.each(['app', 'recovery'])('lets one of two processes use the same %s code', async (kind) => {
    const otp = kind === 'app' ? app.codeAt(now) : app.recoveryCodes[3];
    await withOtherProcess(async (other) => {
      const both = [api, other, api, other].map((server) => login({ otp }, '192.0.2.9', server));
      const statuses = (await Promise.all(both)).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
    });
  });

  it('counts guesses, and the right password without its code, as failed sign-ins', async () => {
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await login({})).status).toBe(401);
      expect((await login({ otp: `00000${guess}` })).status).toBe(401);
    }
    expect((await login({ otp: app.codeAt(now) })).status).toBe(429);
    // From elsewhere the owner can still sign in.
    expect((await login({ otp: app.codeAt(now) }, '198.51.100.7')).status).toBe(200);
  });

  it('ends guessing from many addresses after 20 wrong codes', async () => {
    for (let guess = 0; guess < 20; guess += 1) {
      const otp = `0000${10 + guess}`;
      expect((await login({ otp }, `198.51.100.${guess}`)).status).toBe(401);
    }
    expect((await login({ otp: app.codeAt(now) }, '203.0.113.1')).status).toBe(429);
  });

  it('is not skipped by a new password', async () => {
    const expiresAt = new Date(now.getTime() + MINUTE_MS);
    const link = { userId: adaId, kind: 'password_reset', expiresAt } as const;
    const body = { token: await createPasswordLink(api.db, link, now), password: PASSWORD };
    const set = await api.fetch(createRequest('POST', '/auth/set-password', body));
    expect(set.status).toBe(204);
    expect(await errorOf(await login({}))).toMatchObject(REQUIRED);
    await api.db.delete(passwordLinks);
  });

  it('is as before once the factor is removed; its recovery codes are gone', async () => {
    expect((await call('DELETE', '/totp')).status).toBe(204);
    await signedIn({});
    expect(await factors()).toEqual(NONE);
    expect((await call('DELETE', '/totp')).status).toBe(404);
    expect((await call('POST', '/recovery-codes')).status).toBe(409);
  });

  it('takes new recovery codes in place of the old ones', async () => {
    const answer: unknown = await (await call('POST', '/recovery-codes')).json();
    const codes = must(newRecoveryCodesSchema.parse(answer).recovery_codes, 'codes');
    expect((await login({ otp: app.recoveryCodes[0] })).status).toBe(401);
    await signedIn({ otp: codes[9] });
  });
});

it('the history says that factors changed, and holds no secret and no code', async () => {
  const before = await newestEntryId(api);
  const { secret, recoveryCodes: codes } = await enrol();
  await call('POST', '/recovery-codes');
  await call('DELETE', '/totp');
  const entries = await storedEntries(api, before);
  const actor = `administrator ${adaId} ${EMAIL}`;
  const entry = { actor, action: 'factors', record: `user ${adaId}` };
  expect(entries).toMatchObject([entry, entry, entry]);
  expect(entries.flatMap(({ changes }) => changes)).toMatchObject([
    { what: 'factors', old: null, new: { factor: 'Authenticator app', change: 'Added' } },
    { what: 'factors', new: { factor: 'Recovery code', change: 'Replaced' } },
    { what: 'factors', new: { factor: 'Authenticator app', change: 'Removed' } },
  ]);
  const text = JSON.stringify(entries);
  for (const unwanted of [secret, ...codes]) expect(text).not.toContain(unwanted);
});

describe('REQUIRE_SECOND_FACTOR', () => {
  it('lets whoever has none set one up, and do nothing else', async () => {
    const settings = { ...api.deps.settings, requireSecondFactor: true };
    const strict = createApi({ ...api.deps, settings });
    const ask = (method: string, path: string, body?: object) =>
      strict.fetch(createRequest(method, path, body, token));
    const mustSetUp = { status: 403, code: 'second_factor_setup_required' };
    for (const path of ['/admin/condos', '/admin/account', '/admin/history', '/admin/users']) {
      expect(await errorOf(await ask('GET', path))).toMatchObject(mustSetUp);
    }
    expect(await errorOf(await ask('DELETE', '/admin/users/1'))).toMatchObject(mustSetUp);
    const body = { password: PASSWORD };
    expect((await ask('POST', '/admin/account/reauthentication', body)).status).toBe(204);
    expect((await ask('GET', PATH)).status).toBe(200);
    await enrolApp(strict, token, now);
    expect((await ask('GET', '/admin/condos')).status).toBe(200);
    // The last one stays.
    expect((await ask('DELETE', `${PATH}/totp`)).status).toBe(409);
    expect(await factors()).toMatchObject({ recovery_codes_left: 10 });
    expect((await login({})).status).toBe(401);
  });
});

it('a secret that the key does not open lets no code pass; recovery codes still do', async () => {
  const sealed = createApi({
    ...api.deps,
    settings: { ...api.deps.settings, secondFactorKey: 'a key that is 32 characters long' },
  });
  const app = await enrolApp(sealed, token, now);
  now = new Date(now.getTime() + MINUTE_MS);
  const [row] = await api.db.select().from(authenticators).where(eq(authenticators.user_id, adaId));
  expect(row?.secret).not.toContain(app.secret);
  expect((await login({ otp: app.codeAt(now) }, '192.0.2.1', api)).status).toBe(401);
  expect((await login({ otp: app.codeAt(now) }, '192.0.2.1', sealed)).status).toBe(200);
  expect((await login({ otp: app.recoveryCodes[0] })).status).toBe(200);
});

it('an account without a second factor ignores `otp`', async () => {
  expect((await login({ otp: '123456' })).status).toBe(200);
});
