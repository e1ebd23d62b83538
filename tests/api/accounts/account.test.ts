import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasswordLink } from '~/accounts/server/password-links.repo';
import { passwordLinks } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import { accountSchema, accountSessionSchema } from '~/accounts/account';
import {
  callsOf,
  createPlainPasswords,
  errorOf,
  fieldError,
  insertUser,
  logIn,
  statusesOf,
  tokenIn,
  apiPerFile,
} from '../../support/api';

const OLD = 'the old password';
const NEW = 'a much newer password';
const EMAIL = 'ada@example.com';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const ADDRESS = '192.0.2.40';

const plain = createPlainPasswords();
/** Held back while a test wants several changes to be on their way. */
let hashing = Promise.resolve();
const passwords = {
  ...plain,
  hash: (password: string) => hashing.then(() => plain.hash(password)),
};
let now = new Date('2026-11-21T10:00:00Z');
const api = apiPerFile({ passwords, clock: () => now });
let adaId: number;
let token: string;

beforeAll(async () => {
  adaId = await insertUser(api.db, { email: EMAIL, is_superuser: true });
});
beforeEach(async () => {
  now = new Date(now.getTime() + 60 * 60_000);
  const password_hash = await passwords.hash(OLD);
  await api.db.update(users).set({ password_hash }).where(eq(users.id, adaId));
  token = await login();
  await call('DELETE', '/sessions');
});

function login(password = OLD, userAgent = FIREFOX): Promise<string> {
  const body = { username: EMAIL, password };
  const { call: post } = callsOf(api, null, ADDRESS);
  return tokenIn(post('POST', '/auth/login', body, { 'user-agent': userAgent }));
}

const call = (method: string, path = '', body?: object, as = token, address = ADDRESS) =>
  callsOf(api, as, address).call(method, `/admin/account${path}`, body);

const listSessions = (as = token) =>
  api.as(as).read(accountSessionSchema.array(), 'GET', '/admin/account/sessions');

it("is the caller's own account; names change, the e-mail and rights do not", async () => {
  const { read } = api.as(token);
  const account = await read(accountSchema, 'GET', '/admin/account');
  expect(account).toMatchObject({ id: adaId, email: EMAIL });
  const names = {
    first_name: 'Ada',
    email: 'other@example.com',
    is_superuser: false,
    rights: 'look',
  };
  expect(await read(accountSchema, 'PUT', '/admin/account', names)).toEqual({
    id: adaId,
    email: EMAIL,
    first_name: 'Ada',
    last_name: null,
    rights: 'all',
    proposal_mails: false,
  });
  expect((await call('GET')).status).toBe(200);
});

function change(current_password: string, new_password: string, address = ADDRESS) {
  return call('POST', '/password', { current_password, new_password }, token, address);
}

describe('POST /admin/account/password', () => {
  it('changes it, ends every other session and every link, and keeps this session', async () => {
    const other = await login();
    const expiresAt = new Date(now.getTime() + 60_000);
    const link = { userId: adaId, kind: 'first_administrator', expiresAt } as const;
    await createPasswordLink(api.db, link, now);
    expect((await change(OLD, NEW)).status).toBe(204);
    expect((await call('GET')).status).toBe(200);
    expect((await call('GET', '', undefined, other)).status).toBe(401);
    expect(await api.db.$count(passwordLinks, eq(passwordLinks.user_id, adaId))).toBe(0);
    expect((await logIn(api, { username: EMAIL, password: OLD })).status).toBe(401);
    await login(NEW);
  });

  it('names the wrong one of the two passwords', async () => {
    const wrong = fieldError('current_password', 'This is not your current password');
    expect(await errorOf(change('not it', NEW))).toEqual(wrong);
    const weak = await errorOf(change(OLD, EMAIL));
    expect(weak).toMatchObject({ errors: [{ field: 'new_password' }] });
    await login(OLD);
  });

  it('counts guesses of the old one as failed sign-ins', async () => {
    const address = '192.0.2.41';
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await change(`guess ${guess}`, NEW, address)).status).toBe(422);
    }
    expect((await change(OLD, NEW, address)).status).toBe(429);
    const credentials = { username: EMAIL, password: OLD };
    expect((await logIn(api, credentials, address)).status).toBe(429);
    await login(OLD);
  });

  it('lets one of two changes at once win', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    hashing = promise;
    plain.calls.length = 0;
    const both = [change(OLD, NEW), change(OLD, `${NEW} 2`)];
    // Both have shown the old password before either has written the new one.
    await expect.poll(() => plain.calls).toHaveLength(2);
    resolve();
    expect(await statusesOf(both)).toEqual([204, 409]);
  });
});

describe('/admin/account/sessions', () => {
  it('lists address, device, begin and last use, without tokens', async () => {
    const signedInAt = now;
    const phone = await login(OLD, 'P'.repeat(600));
    now = new Date(now.getTime() + 5 * 60_000);
    const response = await call('GET', '/sessions');
    const text = await response.text();
    expect(text).not.toContain(phone);
    expect(accountSessionSchema.array().parse(JSON.parse(text))).toMatchObject([
      {
        is_current: true,
        user_agent: FIREFOX,
        address: ADDRESS,
        created_at: signedInAt.toISOString(),
        last_used_at: now.toISOString(),
      },
      { is_current: false, user_agent: 'P'.repeat(500) },
    ]);
  });

  it('leaves out expired ones', async () => {
    await login();
    now = new Date(now.getTime() + 11 * 60 * 60_000);
    await call('GET');
    now = new Date(now.getTime() + 2 * 60 * 60_000);
    expect(await listSessions()).toHaveLength(1);
  });

  it('ends one, and all others', async () => {
    const [laptop, phone] = [await login(), await login()];
    const phoneId = (await listSessions(phone)).find((session) => session.is_current)?.id;
    expect((await call('DELETE', `/sessions/${phoneId}`)).status).toBe(204);
    expect((await call('GET', '', undefined, phone)).status).toBe(401);
    expect((await call('GET', '', undefined, laptop)).status).toBe(200);
    expect((await call('DELETE', `/sessions/${phoneId}`)).status).toBe(404);
    expect((await call('DELETE', '/sessions')).status).toBe(204);
    expect((await call('GET', '', undefined, laptop)).status).toBe(401);
    expect(await listSessions()).toMatchObject([{ is_current: true }]);
  });

  it("never ends someone else's", async () => {
    const other = await api.administrator();
    const [session] = await listSessions(other.token);
    expect((await call('DELETE', `/sessions/${session?.id}`)).status).toBe(404);
    await call('DELETE', '/sessions');
    expect((await other.call('GET', '/admin/account')).status).toBe(200);
  });
});
