import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '~/accounts/server/tokens';
import { removeExpiredSessions } from '~/accounts/server/sessions.repo';
import { sessions } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import { loginResponseSchema } from '~/accounts/session';
import {
  apiPerFile,
  callsOf,
  createPlainPasswords,
  errorOf,
  fieldError,
  insertUser,
  logIn,
  rejectionOf,
  tokenIn,
} from '../../support/api';
import { silentLog } from '../../support/silent-log';
import { must } from '../../support/must';

const passwords = createPlainPasswords();
let now = new Date('2026-11-21T10:00:00Z');
const warnings: [object, string][] = [];
const log = { ...silentLog, warn: (...line: [object, string]) => void warnings.push(line) };
const api = apiPerFile({ passwords, clock: () => now, log });

beforeAll(async () => {
  const hash = await passwords.hash('right');
  await insertUser(api.db, {
    email: 'Anna@Example.com',
    first_name: 'Anna',
    password_hash: hash,
    is_superuser: true,
  });
  await insertUser(api.db, { email: 'gone@example.com', password_hash: hash, is_active: false });
  await insertUser(api.db, { email: 'invited@example.com' });
});
beforeEach(() => {
  now = new Date(now.getTime() + 60 * 60_000);
});

const login = (username: string, password: string, address?: string) =>
  logIn(api, { username, password }, address);

describe('POST /auth/login', () => {
  it('gives a token and the user, whatever the case of the address', async () => {
    const response = await login('anna@example.COM ', 'right');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { access_token, user } = loginResponseSchema.parse(await response.json());
    expect(user).toMatchObject({
      is_superuser: true,
      first_name: 'Anna',
      email: 'Anna@Example.com',
    });
    expect(Object.keys(user)).not.toContain('password_hash');
    expect(Buffer.from(access_token, 'base64url')).toHaveLength(32);

    const stored = await api.db.select().from(sessions);
    expect(stored.map((row) => row.token_hash)).toContain(hashToken(access_token));
    expect(JSON.stringify(stored)).not.toContain(access_token);
    const [row] = await api.db.select().from(users).where(eq(users.email, 'Anna@Example.com'));
    expect(row?.last_login).toEqual(now);

    expect((await listWith(access_token)).status).toBe(200);
  });

  it.each([
    ['a wrong password', 'anna@example.com', 'wrong'],
    ['an unknown address', 'nobody@example.com', 'right'],
    ['an inactive account', 'gone@example.com', 'right'],
    ['an account without a password', 'invited@example.com', 'right'],
  ])('rejects %s with the same text and the same work', async (_case, username, password) => {
    passwords.calls.length = 0;
    expect(await rejectionOf(login(username, password))).toBe('401 Invalid email or password');
    expect(passwords.calls).toHaveLength(1);
  });

  it.each([
    [{ username: 'anna@example.com' }, 'password', 'Password is required'],
    [{ username: '', password: 'x' }, 'username', 'Invalid email address'],
    [{ username: 'a@b.ch', password: 'a\0b' }, 'password', 'Must not contain the NUL character'],
    [{ username: 1, password: 'x' }, 'username', 'Invalid email address'],
  ])('rejects %j with 422', async (body, field, message) => {
    expect(await errorOf(logIn(api, body))).toEqual(fieldError(field, message));
  });

  it('names a body that is no JSON by its code', async () => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{' };
    const request = new Request('http://panel.test/api/auth/login', init);
    const answer = await api.fetch(request, { address: '192.0.2.1' });
    expect(answer.status).toBe(400);
    const detail = 'Malformed JSON in request body';
    expect(await answer.json()).toEqual({ detail, code: 'malformed_json', params: {} });
  });

  it('never delays right passwords, and one of them forgets earlier failures', async () => {
    for (let count = 0; count < 30; count += 1) {
      if (count % 2 === 0) await login('anna@example.com', 'wrong', '192.0.2.20');
      expect((await login('anna@example.com', 'right', '192.0.2.20')).status).toBe(200);
    }
  });

  it('logs a failure with the address and the account, and never what was typed', async () => {
    warnings.length = 0;
    await login('anna@example.com', 'my-secret-guess', '192.0.2.40');
    await login('my-secret-name@example.com', 'my-secret-guess', '192.0.2.40');
    await login('anna@example.com', 'right', '192.0.2.40');
    const [anna] = await api.db.select().from(users).where(eq(users.email, 'Anna@Example.com'));
    const accounts = [anna?.id, null];
    expect(warnings).toEqual(
      accounts.map((account) => [{ address: '192.0.2.40', account }, 'Sign-in failed']),
    );
  });
});

const listWith = (token: string | null) => callsOf(api, token).call('GET', '/admin/condos');

const signIn = () => tokenIn(login('anna@example.com', 'right'));

describe('a token', () => {
  it('is asked for', async () => {
    for (const token of [null, 'short', 'a'.repeat(43)]) {
      const response = await listWith(token);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await rejectionOf(response)).toBe('401 Please sign in');
    }
  });

  it('ends after twelve idle hours', async () => {
    const token = await signIn();
    const start = now.getTime();
    const at = (hours: number) => {
      now = new Date(start + hours * 60 * 60_000);
      return listWith(token);
    };
    expect((await at(11.9)).status).toBe(200);
    expect((await at(23.8)).status).toBe(200);
    expect((await at(35.9)).status).toBe(401);
  });

  it('ends after seven days in all', async () => {
    const token = await signIn();
    const start = now.getTime();
    for (let hours = 10; hours < 7 * 24; hours += 10) {
      now = new Date(start + hours * 60 * 60_000);
      expect((await listWith(token)).status).toBe(200);
    }
    now = new Date(start + 7 * 24 * 60 * 60_000);
    expect((await listWith(token)).status).toBe(401);
    // The hourly clean-up (app/rpc/embedded/clean-up.ts).
    await removeExpiredSessions(api.db, now);
    const kept = await api.db.select().from(sessions);
    expect(kept.map((row) => row.token_hash)).not.toContain(hashToken(token));
  });

  it('writes the time of its last use at most once a minute', async () => {
    const token = await signIn();
    const start = now;
    const lastUsed = async (milliseconds: number) => {
      now = new Date(start.getTime() + milliseconds);
      await listWith(token);
      const [row] = await api.db
        .select()
        .from(sessions)
        .where(eq(sessions.token_hash, hashToken(token)));
      return must(row, 'session').last_used_at.getTime() - start.getTime();
    };
    expect(await lastUsed(30_000)).toBe(0);
    expect(await lastUsed(61_000)).toBe(61_000);
  });

  it('ends at POST /auth/logout', async () => {
    const token = await signIn();
    const logout = () => api.as(token).call('POST', '/auth/logout');
    expect((await logout()).status).toBe(204);
    expect((await listWith(token)).status).toBe(401);
    expect((await logout()).status).toBe(204);
    expect((await callsOf(api).call('POST', '/auth/logout')).status).toBe(401);
  });
});
