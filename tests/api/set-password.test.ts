import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPasswordLink } from '~/api/auth/password-links.repo';
import { PASSWORD_LINK_MESSAGES } from '~/api/auth/set-password';
import { createToken } from '~/api/auth/tokens';
import { passwordLinks, rateLimits, sessions } from '~/api/db/account-schema';
import { users } from '~/api/db/schema';
import { apiErrorSchema } from '~/contract/error';
import { createRequest, createTestApi, signInAs, errorOf } from '../support/api';
import { waitingCalls } from '../support/waiting-calls';
import { perFile } from '../support/opened';

const HOUR_MS = 60 * 60_000;
const PASSWORD = 'four words make one';
const START = new Date('2026-11-21T10:00:00Z');

let now = START;
const api = perFile(() => createTestApi({ clock: () => now }));
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

function preview(of = token, address = '192.0.2.1') {
  const request = createRequest('GET', `/auth/set-password?token=${encodeURIComponent(of)}`);
  return api.fetch(request, { address });
}

function setPassword(password: unknown = PASSWORD, of = token, address = '192.0.2.1') {
  const request = createRequest('POST', '/auth/set-password', { token: of, password });
  return api.fetch(request, { address });
}

async function login(password: string) {
  const body = { username: `anna${serial}@example.com`, password };
  return (await api.fetch(createRequest('POST', '/auth/login', body))).status;
}

const { unknown, used, expired, closed } = PASSWORD_LINK_MESSAGES;
const UNKNOWN = { status: 404, detail: unknown };
const USED = { status: 410, detail: used };
const EXPIRED = { status: 410, detail: expired };
const CLOSED = { status: 410, detail: closed };

describe('a link to set a password', () => {
  it('names a value that is missing as that', async () => {
    const response = await api.fetch(createRequest('GET', '/auth/set-password'));
    expect(await errorOf(response)).toMatchObject({
      status: 422,
      detail: 'token: is required',
      errors: [{ field: 'token', message: 'is required' }],
    });
  });

  it('says whose it is, as often as it is opened', async () => {
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
    const left = await api.db.select().from(sessions).where(eq(sessions.user_id, userId));
    expect(left).toEqual([]);
    expect(await login(PASSWORD)).toBe(200);
    for (const link of [token, other]) {
      expect(await errorOf(await preview(link))).toEqual(USED);
      expect(await errorOf(await setPassword('another four words', link))).toEqual(USED);
    }
    expect(await login(PASSWORD)).toBe(200);
  });

  it('sets one of the passwords that were sent at the same time', async () => {
    const answers = await Promise.all(
      [0, 1, 2, 3].map((index) => setPassword(`four words and number ${index}`)),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 410, 410, 410]);
    expect(await login(`four words and number ${statuses.indexOf(204)}`)).toBe(200);
  });

  it('leaves no session to a sign-in with the earlier password that was under way', async () => {
    await setPassword();
    token = await makeLink();
    const answers: Promise<number>[] = [];
    await api.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, userId)).for('update');
      answers.push(setPassword('another four words').then(({ status }) => status));
      await waitingCalls(api, 1);
      answers.push(login(PASSWORD));
      await waitingCalls(api, 2);
    });
    expect(await Promise.all(answers)).toEqual([204, 401]);
    expect(await api.db.$count(sessions, eq(sessions.user_id, userId))).toBe(0);
  });

  it('that is used while somebody ends its account waits for that, or the other way round', async () => {
    const admin = await signInAs(api.db, { is_superuser: true });
    const remove = createRequest('DELETE', `/admin/users/${userId}`, undefined, admin.token);
    const answers: Promise<Response>[] = [];
    await api.db.transaction(async (tx) => {
      await tx.select().from(passwordLinks).where(eq(passwordLinks.user_id, userId)).for('update');
      answers.push(setPassword());
      await waitingCalls(api, 1);
      answers.push(api.fetch(remove));
      await waitingCalls(api, 2);
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual([204, 204]);
  });

  it('ends after its time', async () => {
    now = new Date(START.getTime() + 24 * HOUR_MS - 1);
    expect((await preview()).status).toBe(200);
    now = new Date(START.getTime() + 24 * HOUR_MS);
    expect(await errorOf(await preview())).toEqual(EXPIRED);
    expect(await errorOf(await setPassword())).toEqual(EXPIRED);
  });

  it('ends with its account', async () => {
    await api.db.update(users).set({ is_active: false }).where(eq(users.id, userId));
    expect(await errorOf(await preview())).toEqual(CLOSED);
    expect(await errorOf(await setPassword())).toEqual(CLOSED);
    await api.db.update(users).set({ is_active: true }).where(eq(users.id, userId));
    await api.call('DELETE', `/admin/users/${userId}`);
    expect(await errorOf(await preview())).toEqual(UNKNOWN);
  });

  it.each([
    ['elevenchars', 'Password must be at least 12 characters'],
    ['x'.repeat(257), 'Password must be at most 256 characters'],
    ['password1234', 'This password is too common. Please choose another one'],
    ['condo-admin-panel', 'This password is too common. Please choose another one'],
    [null, 'Password is required'],
    [7, 'Password is required'],
  ])('rejects %j and stays good', async (password, message) => {
    const response = await setPassword(password);
    expect(response.status).toBe(422);
    const { errors } = apiErrorSchema.parse(await response.json());
    expect(errors).toMatchObject([{ field: 'password', message }]);
    const address = await setPassword(`anna${serial}@example.com`);
    expect(address.status).toBe(422);
    expect((await setPassword()).status).toBe(204);
  });

  it('that is none is rejected, and cannot be guessed at for long from one address', async () => {
    for (const wrong of ['', 'short', 'x'.repeat(201)]) {
      expect((await preview(wrong)).status).toBe(422);
      expect((await setPassword(PASSWORD, wrong)).status).toBe(422);
    }
    for (let count = 0; count < 10; count += 1) {
      expect(await errorOf(await preview(createToken()))).toEqual(UNKNOWN);
      expect((await setPassword(PASSWORD, createToken())).status).toBe(404);
    }
    const stopped = await setPassword(PASSWORD, createToken());
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    // Whoever shares the address, and holds a real link, is not held up.
    expect((await setPassword()).status).toBe(204);
  });
});
