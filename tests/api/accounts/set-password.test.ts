import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPasswordLink } from '~/accounts/server/password-links.repo';
import { createToken } from '~/accounts/server/tokens';
import { rateLimits, sessions } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import {
  apiPerFile,
  callsOf,
  errorOf,
  fieldError,
  logIn,
  rejectionOf,
  signInAs,
} from '../../support/api';
import { inOrder } from '../../support/connections';
import { englishOf } from '~/language/sentence';

const HOUR_MS = 60 * 60_000;
const PASSWORD = 'four words make one';
const START = new Date('2026-11-21T10:00:00Z');

let now = START;
const api = apiPerFile({ clock: () => now });
let userId: number;
let token: string;
let serial = 0;
beforeEach(async () => {
  now = START;
  serial += 1;
  ({ userId } = await signInAs(api.db, { email: `anna${serial}@example.com` }));
  token = await makeLink();
});
afterEach(() => api.db.delete(rateLimits));

function makeLink(): Promise<string> {
  const expiresAt = new Date(now.getTime() + 24 * HOUR_MS);
  return createPasswordLink(api.db, { userId, kind: 'first_administrator', expiresAt }, now);
}

const { call } = callsOf(api, null, '192.0.2.1');

const preview = (of = token) => call('GET', `/auth/set-password?token=${encodeURIComponent(of)}`);

const setPassword = (password: unknown = PASSWORD, of = token) =>
  call('POST', '/auth/set-password', { token: of, password });

const login = (password: string) => logIn(api, { username: `anna${serial}@example.com`, password });

const unknown = englishOf('unknown_password_link');
const used = englishOf('password_link_used');
const expired = englishOf('password_link_expired');
const closed = englishOf('account_closed');
const USED = `410 ${used}`;

it('a missing token is named as missing', async () => {
  const missing = fieldError('token', 'is required');
  expect(await errorOf(call('GET', '/auth/set-password'))).toEqual(missing);
});

it('a link names its account each time it is opened', async () => {
  for (let count = 0; count < 2; count += 1) {
    const response = await preview();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ email: `anna${serial}@example.com` });
  }
});

it('sets the password once, ends the sessions, and signs nobody in', async () => {
  const other = await makeLink();
  const response = await setPassword();
  expect(response.status).toBe(204);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await api.db.$count(sessions, eq(sessions.user_id, userId))).toBe(0);
  expect((await login(PASSWORD)).status).toBe(200);
  for (const link of [token, other]) {
    expect(await rejectionOf(preview(link))).toBe(USED);
    expect(await rejectionOf(setPassword('another four words', link))).toBe(USED);
  }
  expect((await login(PASSWORD)).status).toBe(200);
});

it('sets one of the passwords that were sent at the same time', async () => {
  const answers = await Promise.all(
    [0, 1, 2, 3].map((index) => setPassword(`four words and number ${index}`)),
  );
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 410, 410, 410]);
  expect((await login(`four words and number ${statuses.indexOf(204)}`)).status).toBe(200);
});

it('leaves no session to a sign-in with the earlier password that was under way', async () => {
  await setPassword();
  token = await makeLink();
  const lock = `select from users where id = ${userId} for update`;
  const calls = [() => setPassword('another four words'), () => login(PASSWORD)];
  expect(await inOrder(api.database, lock, calls)).toEqual([204, 401]);
  expect(await api.db.$count(sessions, eq(sessions.user_id, userId))).toBe(0);
});

it('using a link and ending its account at the same time wait for each other', async () => {
  const remove = () => api.call('DELETE', `/admin/users/${userId}`);
  const lock = `select from password_links where user_id = ${userId} for update`;
  expect(await inOrder(api.database, lock, [setPassword, remove])).toEqual([204, 204]);
});

it('a link ends after its time', async () => {
  now = new Date(START.getTime() + 24 * HOUR_MS - 1);
  expect((await preview()).status).toBe(200);
  now = new Date(START.getTime() + 24 * HOUR_MS);
  for (const late of [preview(), setPassword()]) {
    expect(await rejectionOf(late)).toBe(`410 ${expired}`);
  }
});

it('a link ends with its account', async () => {
  await api.db.update(users).set({ is_active: false }).where(eq(users.id, userId));
  for (const answer of [preview(), setPassword()]) {
    expect(await rejectionOf(answer)).toBe(`410 ${closed}`);
  }
  await api.db.update(users).set({ is_active: true }).where(eq(users.id, userId));
  await api.call('DELETE', `/admin/users/${userId}`);
  expect(await rejectionOf(preview())).toBe(`404 ${unknown}`);
});

it.each([
  ['elevenchars', 'Password must be at least 12 characters'],
  ['password1234', 'This password is too common. Please choose another one'],
  [null, 'Password is required'],
  [7, 'Password is required'],
])('a link rejects the password %j and stays valid', async (password, message) => {
  expect(await errorOf(setPassword(password))).toEqual(fieldError('password', message));
  expect((await setPassword(`anna${serial}@example.com`)).status).toBe(422);
  expect((await setPassword()).status).toBe(204);
});

it('an unknown link is rejected, and one address cannot guess for long', async () => {
  for (const wrong of ['', 'short', 'x'.repeat(201)]) {
    expect((await preview(wrong)).status).toBe(422);
    expect((await setPassword(PASSWORD, wrong)).status).toBe(422);
  }
  for (let count = 0; count < 10; count += 1) {
    expect(await rejectionOf(preview(createToken()))).toBe(`404 ${unknown}`);
    expect((await setPassword(PASSWORD, createToken())).status).toBe(404);
  }
  const stopped = await setPassword(PASSWORD, createToken());
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  // A person at the same address with a real link is not delayed.
  expect((await setPassword()).status).toBe(204);
});
