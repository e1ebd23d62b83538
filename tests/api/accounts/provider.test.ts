import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '~/rpc/embedded/app.server';
import { createToken } from '~/accounts/server/tokens';
import { identities, providerSignIns, sessions } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import { identitySchema, providerAddressSchema } from '~/accounts/provider';
import { loginResponseSchema } from '~/accounts/session';
import {
  apiDeps,
  callsOf,
  createTestApi,
  errorOf,
  rejectionOf,
  statusesOf,
} from '../../support/api';
import { enrolApp } from '../../support/factors';
import {
  PROVIDER_CLIENT,
  startOpenIdProvider,
  walkThroughProvider,
} from '../../support/openid-provider';
import { must } from '../../support/must';
import { panelSettings } from '../../support/provider-visits';
import { forThisTest, perFile } from '../../support/opened';
import { historyEntries } from '../../support/history';

const PANEL = 'http://panel.test';
const IDENTITIES = '/admin/account/identities';

let now = new Date();
const provider = perFile(() => startOpenIdProvider(PANEL));
const settingsOf = (issuer: string) =>
  panelSettings({ issuer }, { clientId: PROVIDER_CLIENT.id, clientSecret: PROVIDER_CLIENT.secret });

const api = perFile(() =>
  createTestApi({ clock: () => now, settings: settingsOf(provider.issuer) }),
);
beforeEach(async () => {
  now = new Date();
  await api.db.delete(identities);
  await api.db.update(users).set({ is_superuser: true, is_active: true });
  await api.db.update(sessions).set({ authenticated_at: now, last_used_at: now });
});

const post = (path: string, body: object, token?: string) =>
  callsOf(api, token).call('POST', path, body);

/** Returns the address to which the provider sends the browser back, and the browser's secret. */
async function atProvider(name: string, path = '/auth/provider/start', redirect?: string) {
  const browser = createToken();
  const start = { browser, ...(redirect && { redirect }) };
  const { url } = await api.read(providerAddressSchema, 'POST', path, start);
  return { browser, callback: await walkThroughProvider(url, name) };
}

/** The page that the callback leads to. */
async function pageOf(callback: string): Promise<URL> {
  const answer = await api.fetch(new Request(callback));
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '');
}

const codeIn = (page: URL) => page.hash.replace('#provider=', '');

async function codeOf(name: string, path?: string) {
  const { browser, callback } = await atProvider(name, path);
  const code = path === undefined ? codeIn(await pageOf(callback)) : await codeInWindow(callback);
  return { browser, code };
}

/** Returns the message that the provider's popup hands to the page that opened it. */
async function codeInWindow(callback: string): Promise<string> {
  const answer = await api.fetch(new Request(callback));
  expect(answer.status).toBe(200);
  const page = await answer.text();
  const state = new URL(callback).searchParams.get('state');
  expect(page).toContain(`data-state="${state}"`);
  const [, script = ''] = /<script>([^<]*)<\/script>/.exec(page) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(answer.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'`);
  return must(/data-code="([\w-]*)"/.exec(page)?.[1], 'code');
}

async function link(name: string) {
  return post(IDENTITIES, await codeOf(name, `${IDENTITIES}/start`), api.token);
}

it('links an account once and signs in by it, with the ordinary session, which the history says', async () => {
  expect((await link('anna')).status).toBe(204);
  expect((await link('anna')).status).toBe(409);
  const listed = await api.read(identitySchema.array(), 'GET', IDENTITIES);
  expect(listed).toMatchObject([{ issuer: provider.issuer, subject: 'anna', last_used_at: null }]);

  const { browser, callback } = await atProvider('anna', undefined, '/condos?page=2');
  const page = await pageOf(callback);
  expect(page.origin + page.pathname).toBe(`${PANEL}/login`);
  expect(page.searchParams.get('redirect')).toBe('/condos?page=2');
  const answer = await post('/auth/provider', { browser, code: codeIn(page) });
  const { access_token, user } = loginResponseSchema.parse(await answer.json());
  expect(user.is_superuser).toBe(true);
  const [mine] = await api.as(access_token).read(identitySchema.array(), 'GET', IDENTITIES);
  expect(mine?.last_used_at).not.toBeNull();

  const history = await historyEntries(api);
  expect(history.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['identity_linked', 'signed_in']),
  );
  expect(JSON.stringify(history)).toContain('Example AG');
});

it('takes an answer once, a code once, within 30 seconds, in the browser that began, for what it began', async () => {
  await link('anna');
  const { browser, callback } = await atProvider('anna');
  const code = codeIn(await pageOf(callback));
  expect(code).toHaveLength(43);
  expect(codeIn(await pageOf(callback))).toBe('');
  const signIn = (body: object) => post('/auth/provider', body);
  expect((await signIn({ code, browser: createToken() })).status).toBe(404);
  expect((await post(IDENTITIES, { code, browser }, api.token)).status).toBe(404);
  const both = [signIn({ code, browser }), signIn({ code, browser })];
  expect(await statusesOf(both)).toEqual([200, 404]);

  const late = await codeOf('anna');
  now = new Date(now.getTime() + 31_000);
  expect((await signIn(late)).status).toBe(404);
});

it('lets nobody in whom no administrator has linked, who lost the rights, or who was unlinked', async () => {
  const unknown = await codeOf('nobody@panel.test');
  expect(await rejectionOf(post('/auth/provider', unknown))).toContain(
    '403 Nobody here has linked this account.',
  );

  await link('anna');
  const withdrawn = await codeOf('anna');
  await api.db.update(users).set({ is_superuser: false }).where(eq(users.id, api.adminId));
  expect(await rejectionOf(post('/auth/provider', withdrawn))).toMatch(
    /^403 .*Only super administrators/,
  );
  await api.db.update(users).set({ is_superuser: true });

  const code = await codeOf('anna');
  const [identity] = await api.db.select().from(identities);
  const stranger = await api.administrator();
  const path = `${IDENTITIES}/${identity?.id}`;
  expect((await stranger.call('DELETE', path)).status).toBe(404);
  expect((await api.call('DELETE', path)).status).toBe(204);
  expect((await post('/auth/provider', code)).status).toBe(403);
  const history = await historyEntries(api);
  expect(history[0]?.action).toBe('identity_unlinked');
});

it('asks for a second factor of ours where the account has one, for 5 minutes', async () => {
  const { token, userId: user_id } = await api.administrator();
  const { issuer } = provider;
  await api.db.insert(identities).values({ user_id, issuer, subject: 'bea' });
  const app = await enrolApp(api, token, now);
  const sent = await codeOf('bea');
  const factorRequired = { status: 401, code: 'second_factor_required' };
  expect(await errorOf(post('/auth/provider', sent))).toMatchObject(factorRequired);
  now = new Date(now.getTime() + 60_000);
  expect((await post('/auth/provider', { ...sent, otp: '000000' })).status).toBe(401);
  const otp = app.codeAt(now);
  expect((await post('/auth/provider', { ...sent, otp })).status).toBe(200);

  now = new Date();
  const late = await codeOf('bea');
  expect((await post('/auth/provider', late)).status).toBe(401);
  now = new Date(now.getTime() + 5 * 60_000 + 1000);
  expect((await post('/auth/provider', { ...late, otp: app.codeAt(now) })).status).toBe(404);
});

it('says that the provider does not answer, and goes on without it', async () => {
  const port = new URL(provider.issuer).port;
  const settings = settingsOf(`http://localhost:${port}/none`);
  const away = await forThisTest(createTestApi({ settings }));
  const { call } = callsOf(away);
  const answer = call('POST', '/auth/provider/start', { browser: createToken() });
  expect(await rejectionOf(answer)).toBe(
    '503 Signing in with Example AG does not work at the moment.',
  );
  expect((await away.call('GET', '/admin/account')).status).toBe(200);
  expect(await away.db.$count(providerSignIns)).toBe(0);
});

it('without a provider its routes do not exist', async () => {
  const { call } = callsOf(createApi(apiDeps(api.db)));
  const start = await call('POST', '/auth/provider/start', { browser: createToken() });
  expect(start.status).toBe(404);
  expect((await call('GET', '/auth/provider/callback')).status).toBe(404);
});
