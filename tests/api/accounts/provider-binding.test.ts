import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '~/rpc/embedded/app.server';
import { createToken } from '~/accounts/server/tokens';
import { createProvider } from '~/accounts/server/provider/openid-client';
import { erasedIdentities, identities } from '~/platform/database/schema/account';
import { mailQueue } from '~/platform/database/schema/operations';
import { users } from '~/platform/database/schema/records';
import { statementTimeMs, withTimeLimit } from '~/platform/database/time-limits.server';
import { acceptPreviewSchema } from '~/invitations/acceptance';
import { providerAddressSchema } from '~/accounts/provider';
import { callsOf, insertUser, rejectionOf, statusesOf, tokenIn } from '../../support/api';
import { startHostileProvider } from '../../support/hostile-provider';
import { openInvitationDesk } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { forThisTest, perFile } from '../../support/opened';
import { openTransaction, waitingCalls } from '../../support/connections';
import { ADMIN, claimSettings, NAMES, providerVisits } from '../../support/provider-visits';

const IDENTITIES = '/admin/account/identities';

const provider = perFile(startHostileProvider);
const desk = perFile(() => openInvitationDesk({ settings: claimSettings(provider) }));
const visits = () => providerVisits(desk.api, provider);
beforeEach(async () => {
  const { db } = desk.api;
  for (const table of [identities, erasedIdentities, mailQueue]) await db.delete(table);
  await db.delete(users).where(eq(users.email, NAMES.email));
});

const post = (path: string, body: object, token = '') =>
  desk.api.as(token).call('POST', path, body);

it('completes a link for nobody but who began it, and an acceptance for no other invitation', async () => {
  const { ask, invite } = visits();
  const [a, b] = [await desk.api.administrator(), await desk.api.administrator()];
  const begun = { path: `${IDENTITIES}/start`, token: a.token };
  const { sent } = await ask({ sub: 'linked' }, begun);
  expect((await post(IDENTITIES, sent, b.token)).status).toBe(404);
  expect((await post(IDENTITIES, sent, a.token)).status).toBe(204);

  const [mine, others] = [await invite('one@panel.test'), await invite('two@panel.test')];
  const start = { path: '/invitations/accept/start', body: { token: mine } };
  const answer = { provider: (await ask({ sub: 'invited' }, start)).sent };
  expect((await post('/invitations/accept', { token: others, ...answer })).status).toBe(404);
  expect((await post('/invitations/accept', { token: mine, ...answer })).status).toBe(204);
});

it('goes on with nothing that began at another issuer', async () => {
  const { ask, linked } = visits();
  const { userId: user_id } = await linked('me');
  const second = await forThisTest(startHostileProvider());
  const { issuer } = second;
  await desk.api.db.insert(identities).values({ user_id, issuer, subject: 'me' });
  const after = createApi({ ...desk.api.deps, settings: claimSettings(second) });
  const { sent } = await ask({ sub: 'me' });
  const late = await callsOf(after).call('POST', '/auth/provider', sent);
  expect(late.status).toBe(404);
  expect((await post('/auth/provider', sent)).status).toBe(200);
  // The answer of the second provider to what began at the first.
  const body = { browser: createToken() };
  const { read } = callsOf(desk.api);
  const { url } = await read(providerAddressSchema, 'POST', '/auth/provider/start', body);
  const answer = await after.fetch(new Request(second.authorize(url)));
  expect(answer.headers.get('location')).toMatch(/#provider=$/);
  expect(second.requests).toEqual([]);
});

it("waiting for the provider does not use up a call's time limit at the database", async () => {
  provider.behave({ at: 'discovery', answer: 'nothing' });
  const { provider: settings } = claimSettings(provider);
  const impatient = createProvider(settings, 'http://panel.test/callback', 0.3);
  const remainingMs = await withTimeLimit(200, async () => {
    await impatient.discover().catch(() => undefined);
    return statementTimeMs(1000);
  });
  expect(remainingMs).toBeGreaterThan(0);
});

it('lets two first sign-ins at once in, to one account', async () => {
  const { ask } = visits();
  const signIns = [await ask(ADMIN), await ask(ADMIN)];
  const { database } = desk.api;
  // Both find nobody, and wait for the row that each would make.
  const commit = await openTransaction(database, 'lock table users in share row exclusive mode');
  const signing = signIns.map(({ sent }) => post('/auth/provider', sent));
  await waitingCalls(database, 2);
  await commit();
  expect(await statusesOf(signing)).toEqual([200, 200]);
  expect(await desk.api.db.$count(identities, eq(identities.subject, ADMIN.sub))).toBe(1);
});

it("accepts a building's invitation by the provider for the account that is linked, and for no other", async () => {
  const { link, acceptAs } = visits();
  const email = 'alone@panel.test';
  await link(await insertUser(desk.api.db, { email, password_hash: null }), 'alone');
  await desk.invite({ email });
  const token = await desk.tokenFor(email);
  const preview = `/invitations/accept?token=${token}`;
  expect(await callsOf(desk.api).read(acceptPreviewSchema, 'GET', preview)).toMatchObject({
    has_account: true,
    by_provider_alone: true,
  });
  expect((await acceptAs('somebody else', token)).status).toBe(409);
  expect((await acceptAs('alone', token)).status).toBe(204);
  await desk.invite({ email: 'nobody@panel.test' });
  const start = { token: await desk.tokenFor('nobody@panel.test'), browser: createToken() };
  expect((await post('/invitations/accept/start', start)).status).toBe(404);
});

it('makes nobody who was erased an administrator again by the claim, and keeps no subject', async () => {
  const { signIn, invite, acceptAs } = visits();
  const sub = 'subject-of-an-erased-person';
  expect((await signIn({ ...ADMIN, sub })).status).toBe(200);
  const [made] = await desk.api.db.select().from(users).where(eq(users.email, NAMES.email));
  const id = must(made, 'account').id;
  expect((await desk.api.call('DELETE', `/admin/administrators/${id}`)).status).toBe(204);
  expect((await desk.api.call('DELETE', `/admin/users/${id}`)).status).toBeLessThan(300);
  expect((await desk.api.call('DELETE', `/admin/personal-data/${id}`)).status).toBeLessThan(300);
  expect(await rejectionOf(signIn({ ...ADMIN, sub }))).toMatch(/^403 .*Only super administrators/);
  expect(await desk.api.db.$count(users, eq(users.email, NAMES.email))).toBe(0);
  expect(JSON.stringify(await desk.api.db.select().from(erasedIdentities))).not.toContain(sub);
  // An administrator may invite the person again.
  expect((await acceptAs(sub, await invite('again@panel.test'))).status).toBe(204);
  expect((await signIn({ sub })).status).toBe(200);
});

it('mails no new password to an address that the provider has said and nobody verified', async () => {
  const { signIn } = visits();
  await signIn(ADMIN);
  const queued = async () => {
    await post('/auth/forgot-password', { email: NAMES.email });
    return desk.api.db.$count(mailQueue);
  };
  expect(await queued()).toBe(0);
  await desk.api.db.update(users).set({ email_verified: true });
  expect(await queued()).toBe(1);
});

it('makes no API token that REQUIRE_SECOND_FACTOR would reject', async () => {
  const { ask, linked } = visits();
  const settings = { ...claimSettings(provider), requireSecondFactor: true };
  const strict = createApi({ ...desk.api.deps, settings });
  await linked('with factor');
  const { sent } = await ask({ sub: 'with factor', amr: ['mfa'] });
  const token = await tokenIn(callsOf(strict).call('POST', '/auth/provider', sent));
  const script = { name: 'script', scope: 'read', lifetime_days: 30 };
  const path = '/admin/account/api-tokens';
  const rejected = callsOf(strict, token).call('POST', path, script);
  expect(await rejectionOf(rejected)).toContain(
    '409 An API token needs a second factor of your account here',
  );
  expect((await post(path, script, token)).status).toBe(201);
});
