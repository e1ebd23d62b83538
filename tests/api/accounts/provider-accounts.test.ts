import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { hasAdministrator } from '~/accounts/server/accounts.repo';
import { createToken } from '~/accounts/server/tokens';
import { identities, sessions } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import { createdApiTokenSchema } from '~/accounts/api-tokens';
import { callsOf, createTestApi, errorOf, logIn, rejectionOf, tokenIn } from '../../support/api';
import { enrolApp } from '../../support/factors';
import { startHostileProvider } from '../../support/hostile-provider';
import { must } from '../../support/must';
import { perFile } from '../../support/opened';
import { ADMIN, claimSettings, NAMES, providerVisits } from '../../support/provider-visits';
import { historyEntries } from '../../support/history';

const CONFIRM = '/admin/account/reauthentication/provider';

const provider = perFile(startHostileProvider);
const settings = () => claimSettings(provider);
const api = perFile(() => createTestApi({ settings: settings() }));
const strict = perFile(() =>
  createTestApi({ settings: { ...settings(), requireSecondFactor: true } }),
);
beforeEach(async () => {
  await api.db.delete(identities);
  await api.db.delete(users).where(eq(users.email, NAMES.email));
  await api.db.update(users).set({ is_superuser: true, is_active: true });
});

const seconds = (ago = 0) => Math.floor(Date.now() / 1000) - ago;

const { ask, signIn, link, linked, statusOf, invite, acceptAs } = providerVisits(api, provider);

/** The account of Anna, as the provider names her. */
async function made() {
  const [account] = await api.db.select().from(users).where(eq(users.email, NAMES.email));
  return must(account, 'account');
}

/** Withdraws the rights of Anna. */
async function withdraw() {
  const { status } = await api.call('DELETE', `/admin/administrators/${(await made()).id}`);
  expect(status).toBe(204);
}

/** A call that asks for a recent sign-in. */
const beginLinking = (token: string) =>
  post('/admin/account/identities/start', { browser: createToken() }, token);

const post = (path: string, body: object, token?: string) =>
  callsOf(api, token).call('POST', path, body);

it('gives an unknown one with the claim an account with rights, and one without it none', async () => {
  const others = { ...ADMIN, groups: ['staff', 'condo-admins-2'] };
  expect(await rejectionOf(signIn(others))).toBe(
    '403 Access denied. Only super administrators can access the admin panel.',
  );
  const token = await tokenIn(signIn(ADMIN));
  const account = await made();
  expect(account).toMatchObject({
    first_name: 'Anna',
    last_name: 'Muster',
    is_superuser: true,
    email_verified: false,
    password_hash: null,
  });
  expect(await statusOf(token)).toBe(200);
  // The same account the next time, a claim as plain text too.
  await signIn({ ...ADMIN, email: 'new@panel.test', groups: 'condo-admins' });
  expect(await api.db.$count(identities, eq(identities.user_id, account.id))).toBe(1);
  expect(JSON.stringify(await historyEntries(api))).toContain('Example AG');
});

it('ends rights and sessions with the claim, and gives them back with it, but not what was withdrawn here', async () => {
  const token = await tokenIn(signIn(ADMIN));
  const lost = { ...ADMIN, groups: ['staff'] };
  expect((await signIn(lost)).status).toBe(403);
  expect(await statusOf(token)).toBe(401);
  expect((await signIn(lost)).status).toBe(403);
  const again = await tokenIn(signIn(ADMIN));
  await withdraw();
  expect(await statusOf(again)).toBe(401);
  for (const claims of [ADMIN, lost, ADMIN]) expect((await signIn(claims)).status).toBe(403);
});

it('asks for rights by the claim at the provider alone: no password, no second link, no token beyond a session', async () => {
  const token = await tokenIn(signIn(ADMIN));
  const { id } = await made();
  await api.db.update(users).set({ password_hash: 'plain:by mail' }).where(eq(users.id, id));
  const login = (password: string) => logIn(api, { username: NAMES.email, password });
  expect((await login('wrong')).status).toBe(401);
  expect((await login('by mail')).status).toBe(403);
  const path = '/admin/account/identities';
  const second = await ask({ sub: 'second' }, { path: `${path}/start`, token });
  const { call, read } = api.as(token);
  expect((await call('POST', path, second.sent)).status).toBe(409);
  const [own] = await api.db.select().from(identities).where(eq(identities.user_id, id));
  expect((await call('DELETE', `${path}/${own?.id}`)).status).toBe(409);

  const script = { name: 'script', scope: 'read', lifetime_days: 30 };
  const tokens = '/admin/account/api-tokens';
  const { token: secret } = await read(createdApiTokenSchema, 'POST', tokens, script, 201);
  expect(await statusOf(secret, '/admin/condos')).toBe(200);
  const before = new Date(Date.now() - 8 * 24 * 60 * 60_000);
  await api.db.update(identities).set({ last_used_at: before });
  expect(await statusOf(secret, '/admin/condos')).toBe(401);
});

it('gives nothing back by the claim that was lost, given here and withdrawn here', async () => {
  await signIn(ADMIN);
  await signIn({ ...ADMIN, groups: [] });
  await api.db.update(users).set({ is_superuser: true }).where(eq(users.email, NAMES.email));
  await withdraw();
  expect((await signIn(ADMIN)).status).toBe(403);
});

it('unlinks no last way in, and ends the sessions of what is unlinked, but its own', async () => {
  const { token, userId } = await linked('first', { password_hash: null });
  const [first] = await api.db.select().from(identities).where(eq(identities.subject, 'first'));
  const unlink = (by: string) =>
    api.as(by).call('DELETE', `/admin/account/identities/${first?.id}`);
  expect((await unlink(token)).status).toBe(409);
  await link(userId, 'second');
  const kept = await tokenIn(signIn({ sub: 'first' }));
  const ended = await tokenIn(signIn({ sub: 'first' }));
  expect((await unlink(kept)).status).toBe(204);
  const statuses = await Promise.all([kept, ended, token].map((one) => statusOf(one)));
  expect(statuses).toEqual([200, 401, 200]);
});

it('an old session at the provider is not a fresh sign-in', async () => {
  await linked('me');
  for (const [ago, status] of [[16 * 60, 403] as const, [60, 200] as const]) {
    const token = await tokenIn(signIn({ sub: 'me', auth_time: seconds(ago) }));
    expect((await beginLinking(token)).status).toBe(status);
  }
});

it('an account linked here keeps its rights, and nobody is matched by an e-mail address', async () => {
  await link(api.adminId, 'linked');
  expect((await signIn({ sub: 'linked', groups: [] })).status).toBe(200);
  const [admin] = await api.db.select().from(users).where(eq(users.id, api.adminId));
  const taken = signIn({ ...ADMIN, sub: 'x', email: admin?.email, email_verified: true });
  expect(await rejectionOf(taken)).toContain(
    '409 An account here has your e-mail address already.',
  );
  const nameless = signIn({ ...ADMIN, sub: 'y', email: 'no address' });
  expect(await rejectionOf(nameless)).toContain('403 Example AG did not say your e-mail address');
  expect(await api.db.$count(identities)).toBe(1);
});

it('counts who signs in by the provider alone as an administrator who can', async () => {
  const token = await tokenIn(signIn(ADMIN));
  const { call } = api.as(token);
  const invited = await call('POST', '/admin/administrators/invitations', { email: NAMES.email });
  expect(invited.status).toBe(409);
  // Nobody has a password.
  const { userId } = await api.administrator();
  await api.db.update(users).set({ password_hash: null });
  expect((await call('DELETE', `/admin/administrators/${userId}`)).status).toBe(204);
  expect(await hasAdministrator(api.db, provider.issuer)).toBe(true);
  // A former provider signs nobody in.
  for (const issuer of [null, 'https://another.test']) {
    expect(await hasAdministrator(api.db, issuer)).toBe(false);
  }
});

it("accepts an administrator's invitation by the provider, once, for an account that has no other owner", async () => {
  const token = await invite(NAMES.email);
  expect((await acceptAs('invited', token)).status).toBe(204);
  expect(await statusOf(await tokenIn(signIn({ sub: 'invited' })))).toBe(200);
  const used = await post('/invitations/accept/start', { token, browser: createToken() });
  expect(used.status).toBe(410);
  // Linked to the first by now.
  expect((await acceptAs('invited', await invite('second@panel.test'))).status).toBe(409);
  const [admin] = await api.db.select().from(users).where(eq(users.id, api.adminId));
  await api.db.update(users).set({ password_hash: 'plain:x' }).where(eq(users.id, api.adminId));
  const { email } = must(admin, 'administrator');
  const stolen = acceptAs('thief', await invite(must(email, 'e-mail')));
  expect(await rejectionOf(stolen)).toMatch(/^409 .*Enter its password/);
  const fake = { code: createToken(), browser: createToken() };
  const third = { token: await invite('third@panel.test'), provider: fake };
  expect((await post('/invitations/accept', third)).status).toBe(404);
});

it('keeps the names of a person whom the provider does not name', async () => {
  const email = 'imported@panel.test';
  const imported = { email, first_name: 'Ida', last_name: 'Muster', is_active: true };
  await api.db.insert(users).values(imported);
  expect((await acceptAs('nameless', await invite(email), {})).status).toBe(204);
  const [person] = await api.db.select().from(users).where(eq(users.email, email));
  expect(person).toMatchObject({ ...imported, is_superuser: true });
});

it.each<[string, Record<string, unknown>, number]>([
  ['none', {}, 401],
  ['one by amr', { amr: ['pwd', 'mfa'] }, 200],
  ['one by acr', { acr: 'urn:two' }, 200],
  ['another acr', { acr: 'urn:one' }, 401],
])('asks for a second factor of ours where the provider had %s', async (_name, claims, status) => {
  const { token } = await linked('with-app');
  await enrolApp(api, token, new Date());
  expect((await signIn({ sub: 'with-app', ...claims })).status).toBe(status);
});

it('holds REQUIRE_SECOND_FACTOR, which one of the provider fulfils for its session alone', async () => {
  const { userId } = await strict.administrator();
  await link(userId, 'strict', strict);
  const without = await tokenIn(signIn({ sub: 'strict' }, strict));
  expect(await statusOf(without, '/admin/condos', strict)).toBe(403);
  const visit = await ask({ sub: 'strict', amr: ['mfa'] }, { at: strict });
  expect(visit.url.searchParams.get('acr_values')).toBe('urn:two');
  const token = await tokenIn(callsOf(strict).call('POST', '/auth/provider', visit.sent));
  expect(await statusOf(token, '/admin/condos', strict)).toBe(200);
  expect(await statusOf(without, '/admin/condos', strict)).toBe(403);
});

const confirm = (sent: object, token: string) => post(CONFIRM, sent, token);

it('takes a sign-in at the provider in place of the password, where it was just now and of the same account', async () => {
  const { token } = await linked('me');
  await link(api.adminId, 'somebody else');
  const long = new Date(Date.now() - 16 * 60_000);
  await api.db.update(sessions).set({ authenticated_at: long });
  expect((await beginLinking(token)).status).toBe(403);
  const again = { path: `${CONFIRM}/start`, token };
  for (const auth_time of [undefined, seconds(120), 'now']) {
    expect((await ask({ sub: 'me', auth_time }, again)).sent.code).toBe('');
  }
  const others = await ask({ sub: 'somebody else', auth_time: seconds() }, again);
  expect((await confirm(others.sent, token)).status).toBe(403);
  const forSignIn = await ask({ sub: 'me', auth_time: seconds() });
  expect((await confirm(forSignIn.sent, token)).status).toBe(404);
  expect((await beginLinking(token)).status).toBe(403);

  const { url, sent } = await ask({ sub: 'me', auth_time: seconds() }, again);
  expect(url.searchParams.get('max_age')).toBe('0');
  expect((await confirm(sent, token)).status).toBe(204);
  expect((await beginLinking(token)).status).toBe(200);
  expect((await confirm(sent, token)).status).toBe(404);
});

it('asks for a second factor of ours then too', async () => {
  const { token } = await linked('me');
  await enrolApp(api, token, new Date());
  const again = { path: `${CONFIRM}/start`, token };
  const { sent } = await ask({ sub: 'me', auth_time: seconds() }, again);
  const factorRequired = { status: 403, code: 'second_factor_required' };
  expect(await errorOf(confirm(sent, token))).toMatchObject(factorRequired);
  expect((await confirm({ ...sent, otp: '000000' }, token)).status).toBe(403);
  const strong = await ask({ sub: 'me', auth_time: seconds(), amr: ['mfa'] }, again);
  expect((await confirm(strong.sent, token)).status).toBe(204);
});
