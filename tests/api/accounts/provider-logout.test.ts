import { eq } from 'drizzle-orm';
import { beforeEach, expect, it, vi } from 'vitest';
import { createToken, hashToken } from '~/accounts/server/tokens';
import { identities, passwordLinks, rateLimits } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import { providerAddressSchema } from '~/accounts/provider';
import { callsOf, createTestApi, rejectionOf, tokenIn } from '../../support/api';
import { storedEntries } from '../../support/history';
import { HOSTILE_CLIENT, startHostileProvider } from '../../support/hostile-provider';
import { perFile } from '../../support/opened';
import { panelSettings, providerVisits } from '../../support/provider-visits';
import { silentLog } from '../../support/silent-log';

const LOGIN = { username: 'admin@panel.test', password: 'four words make one' };
const DAY_MS = 24 * 60 * 60_000;
const log = { ...silentLog, warn: vi.fn<() => void>() };

let now = new Date();
const provider = perFile(startHostileProvider);
const api = perFile(() =>
  createTestApi({
    clock: () => now,
    log,
    settings: panelSettings(provider, { passwordSignIn: false }),
  }),
);

beforeEach(async () => {
  now = new Date();
  provider.behave({});
  log.warn.mockClear();
  for (const table of [rateLimits, passwordLinks, identities]) await api.db.delete(table);
  const password_hash = `plain:${LOGIN.password}`;
  await api.db.update(users).set({ email: LOGIN.username, password_hash, is_active: true });
  await visits.link(api.adminId, 'anna');
});

const visits = providerVisits(api, provider);
const { statusOf, logOut, logOutBy } = visits;
const post = (path: string, body: object) => callsOf(api).call('POST', path, body);

/** The token of a session that the provider's session of this name began. */
async function signIn(sid: string): Promise<string> {
  const answer = await visits.signIn({ sid });
  provider.behave({});
  return tokenIn(answer);
}

it("ends what the provider's message names: one of its sessions, or all of an account, but none of a password", async () => {
  const [first, second, third] = [await signIn('one'), await signIn('two'), await signIn('three')];
  expect(await logOutBy({ sid: 'one' })).toBe(200);
  expect(await Promise.all([first, second, third].map((one) => statusOf(one)))).toEqual([
    401, 200, 200,
  ]);
  expect(await logOutBy({ sub: 'somebody' })).toBe(200);
  expect(await statusOf(second)).toBe(200);
  expect(await logOutBy({ sub: 'anna' })).toBe(200);
  expect(await Promise.all([second, third].map((one) => statusOf(one)))).toEqual([401, 401]);
  expect((await api.call('GET', '/admin/account')).status).toBe(200);
  const entries = await storedEntries(api);
  expect(JSON.stringify(entries)).toContain('signed_out');
});

it.each<[string, Parameters<typeof provider.behave>[0], string]>([
  ['a key that is not published', { signature: 'unknown key' }, 'SIGNATURE'],
  ['no signature', { signature: 'none' }, 'ERR_'],
  ['a signature by a secret', { signature: 'secret' }, 'ERR_'],
  ['another client', { claims: { aud: 'another' } }, 'aud'],
  ['another client that has got it', { claims: { azp: 'another' } }, 'azp'],
  ['no number of its own', { claims: { jti: undefined } }, 'LOGOUT_TOKEN'],
  ['an endless subject', { claims: { sub: 'a'.repeat(300) } }, 'LOGOUT_TOKEN'],
  ['another issuer', { claims: { iss: 'https://evil.test' } }, 'iss'],
  ['an old time', { claims: { iat: Math.floor(Date.now() / 1000) - 3600 } }, 'EXPIRED'],
  ['a nonce, as an ID token has', { claims: { nonce: 'of a sign-in' } }, 'LOGOUT_TOKEN'],
  ['another event', { claims: { events: {} } }, 'LOGOUT_TOKEN'],
  ['no event', { claims: { events: undefined } }, 'LOGOUT_TOKEN'],
  ['nobody', { claims: { sub: undefined } }, 'LOGOUT_TOKEN'],
  ['50 MB of keys', { at: 'jwks', answer: 'endless' }, 'ANSWER_TOO_LONG'],
])('rejects a message with %s', async (_name, mischief, why) => {
  const token = await signIn('one');
  provider.behave(mischief);
  const message = await provider.logoutToken({ sub: 'anna' });
  provider.requestedPaths.length = 0;
  const rejected = await logOut(message);
  expect(rejected.status).toBe(400);
  expect(await rejected.json()).toEqual({ error: 'invalid_request' });
  expect(await statusOf(token)).toBe(200);
  // Anybody can send such a message, so it is rejected before the provider is asked.
  const isFree = ['aud', 'azp', 'iss', 'LOGOUT_TOKEN'].includes(why);
  expect(provider.requestedPaths).toEqual(isFree ? [] : ['discovery', 'jwks']);
  expect(log.warn).toHaveBeenCalledTimes(1);
  const line = JSON.stringify(log.warn.mock.calls);
  expect(line).toContain(why);
  expect(line).not.toContain('eyJ');
});

const logoutAddress = async () =>
  (await api.read(providerAddressSchema, 'GET', '/admin/account/identities/logout')).url;

it("signing out returns the address that ends the provider's own session, if it has one", async () => {
  expect(await logoutAddress()).toBe(`${provider.issuer}/logout?client_id=${HOSTILE_CLIENT}`);
  provider.behave({ hasNoLogout: true });
  expect(await logoutAddress()).toBe('');
});

it('an administrator withdrawn here is kept out at once, whatever the provider says', async () => {
  const token = await signIn('one');
  await api.db.update(users).set({ is_active: false }).where(eq(users.id, api.adminId));
  expect(await statusOf(token)).toBe(401);
  await expect(signIn('two')).rejects.toThrow('access_token');
});

const usedOn = (at: Date) => api.db.update(identities).set({ last_used_at: at });

it('switches passwords off while an administrator has signed in by the provider within 30 days, and says when they work again', async () => {
  // Nobody has yet.
  expect((await post('/auth/login', LOGIN)).status).toBe(200);
  expect(log.warn).toHaveBeenCalledTimes(1);
  await usedOn(new Date(now.getTime() - 29 * DAY_MS));
  for (const password of [LOGIN.password, 'wrong']) {
    expect(await rejectionOf(post('/auth/login', { ...LOGIN, password }))).toBe(
      '403 Signing in by password is switched off. Sign in with Example AG.',
    );
  }
  expect(log.warn).toHaveBeenCalledTimes(1);
  now = new Date(now.getTime() + 2 * DAY_MS);
  expect((await post('/auth/login', LOGIN)).status).toBe(200);
  expect(JSON.stringify(log.warn.mock.calls.at(-1))).toContain('Passwords sign in again');
});

it('former administrators and other providers do not count', async () => {
  await usedOn(now);
  await api.db.update(users).set({ is_superuser: false });
  expect((await post('/auth/login', LOGIN)).status).toBe(200);
  await api.db.update(users).set({ is_superuser: true });
  expect((await post('/auth/login', LOGIN)).status).toBe(403);
  await api.db.update(identities).set({ issuer: 'https://former.test' });
  expect((await post('/auth/login', LOGIN)).status).toBe(200);
});

it('lets in for a day who has set the password by a link of npm run admin', async () => {
  await usedOn(now);
  const link = { user_id: api.adminId, expires_at: now, used_at: now };
  const mailed = { ...link, kind: 'password_reset' as const, token_hash: hashToken(createToken()) };
  await api.db.insert(passwordLinks).values(mailed);
  expect((await post('/auth/login', LOGIN)).status).toBe(403);
  const printed = { ...link, kind: 'command' as const, token_hash: hashToken(createToken()) };
  await api.db.insert(passwordLinks).values(printed);
  expect((await post('/auth/login', LOGIN)).status).toBe(200);
  now = new Date(now.getTime() + DAY_MS + 1000);
  await usedOn(now);
  expect((await post('/auth/login', LOGIN)).status).toBe(403);
});

it('a mailed link is not mistaken for an unused one of npm run admin', async () => {
  await usedOn(now);
  const link = { user_id: api.adminId, expires_at: new Date(now.getTime() + DAY_MS) };
  const token = createToken();
  await api.db.insert(passwordLinks).values([
    { ...link, kind: 'command', token_hash: hashToken(createToken()) },
    { ...link, kind: 'password_reset', token_hash: hashToken(token) },
  ]);
  const password = 'four other words here';
  expect((await post('/auth/set-password', { token, password })).status).toBe(204);
  expect((await post('/auth/login', { ...LOGIN, password })).status).toBe(403);
});

it('lets no password take an invitation of an administrator while passwords are off', async () => {
  await usedOn(now);
  const token = await visits.invite('new@panel.test');
  const body = { token, first_name: 'A', last_name: 'B', password: 'four words make one' };
  expect((await post('/invitations/accept', body)).status).toBe(403);
  await usedOn(new Date(now.getTime() - 31 * DAY_MS));
  expect((await post('/invitations/accept', body)).status).toBe(204);
  await api.db.delete(users).where(eq(users.email, 'new@panel.test'));
});

it.each([
  ['multipart/form-data; boundary=x', 'garbage'],
  ['multipart/form-data', '--x'],
  ['application/json', '{"logout_token":"x"}'],
  ['application/x-www-form-urlencoded', '%%%'],
])('a body that is no form is a 400, and no error: %s', async (type, body) => {
  const response = await api.fetch(
    new Request('http://panel.test/api/auth/provider/logout', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    }),
  );
  expect(response.status).toBe(400);
});
