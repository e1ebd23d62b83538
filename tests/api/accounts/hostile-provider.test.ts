import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createProvider } from '~/accounts/server/provider/openid-client';
import { describeProviderError } from '~/accounts/server/provider/provider-error';
import { createToken } from '~/accounts/server/tokens';
import { identities, rateLimits } from '~/platform/database/schema/account';
import { providerAddressSchema } from '~/accounts/provider';
import { callsOf, createTestApi } from '../../support/api';
import {
  HOSTILE_CLIENT,
  startHostileProvider,
  type Mischief,
} from '../../support/hostile-provider';
import { perFile } from '../../support/opened';
import { panelSettings } from '../../support/provider-visits';
import { silentLog } from '../../support/silent-log';

const PANEL = 'http://panel.test';
const ADDRESS = '203.0.113.7';
const log = { ...silentLog, warn: vi.fn<() => void>(), error: vi.fn<() => void>() };

const provider = perFile(startHostileProvider);
const settings = () => panelSettings(provider);
const api = perFile(() => createTestApi({ log, settings: settings() }));
beforeAll(async () => {
  const { issuer } = provider;
  await api.db.insert(identities).values({ user_id: api.adminId, issuer, subject: 'anna' });
});
beforeEach(async () => {
  provider.behave({});
  provider.requests.length = 0;
  vi.clearAllMocks();
  await api.db.delete(rateLimits);
});

const caller = { address: ADDRESS };
const post = (path: string, body: object) => callsOf(api, null, ADDRESS).call('POST', path, body);

async function begin() {
  const browser = createToken();
  const answer = await post('/auth/provider/start', { browser, redirect: '//evil.test/' });
  const { url } = providerAddressSchema.parse(await answer.json());
  return { browser, url };
}

/** Returns the address to which the callback redirects. */
async function follow(callback: string): Promise<URL> {
  const answer = await api.fetch(new Request(callback), caller);
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '');
}

const codeIn = (page: URL) => page.hash.replace('#provider=', '');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** One line, without a token, the code or a word of the provider. */
function expectOneLine(...codes: string[]) {
  expect(log.error).not.toHaveBeenCalled();
  expect(log.warn).toHaveBeenCalledTimes(1);
  const line = JSON.stringify(log.warn.mock.calls);
  for (const secret of ['secret-', 'eyJ', '<img', 'onerror', String.raw`\n`]) {
    expect(line).not.toContain(secret);
  }
  for (const code of codes) expect(line).toContain(code);
}

it('lets somebody in where all is right, also by a key that is new', async () => {
  for (const mischief of [
    {},
    { signature: 'new key' },
    { claims: { azp: HOSTILE_CLIENT } },
  ] as const) {
    const { browser, url } = await begin();
    provider.behave(mischief);
    const page = await follow(provider.authorize(url));
    const answer = await post('/auth/provider', { browser, code: codeIn(page) });
    expect(answer.status).toBe(200);
    expect(page.origin).toBe(PANEL);
  }
  expect(log.warn).not.toHaveBeenCalled();
  // What succeeds counts for nothing.
  const counters = await api.db.select({ key: rateLimits.key }).from(rateLimits);
  expect(counters.filter(({ key }) => key.startsWith('login'))).toEqual([]);
});

const CLAIM = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED';
const TIME = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';
const TOKENS: [string, Mischief, ...string[]][] = [
  ['another audience', { claims: { aud: 'another client' } }, CLAIM, 'aud'],
  ['more audiences, meant for another', { claims: { aud: [HOSTILE_CLIENT, 'x'], azp: 'x' } }],
  ['a token that another client has got', { claims: { azp: 'x' } }, 'AUTHORIZED_PARTY', 'azp'],
  ['a party that is no text', { claims: { azp: [HOSTILE_CLIENT] } }, 'azp'],
  ['another issuer', { claims: { iss: 'https://evil.test' } }, CLAIM, 'iss'],
  ['another nonce', { claims: { nonce: 'of another sign-in' } }, CLAIM, 'nonce'],
  ['no nonce', { claims: { nonce: undefined } }],
  ['an expired token', { claims: { iat: inSeconds(-900), exp: inSeconds(-600) } }, TIME],
  ['no end', { claims: { exp: undefined } }],
  ['a clock 10 minutes behind', { claims: { iat: inSeconds(-600) } }, 'CLOCK_BEHIND'],
  [
    'a clock 10 minutes ahead',
    { claims: { iat: inSeconds(600), exp: inSeconds(900) } },
    'CLOCK_AHEAD',
  ],
  ['a token for later', { claims: { nbf: inSeconds(600) } }, TIME],
  ['no subject', { claims: { sub: undefined } }],
  ['a subject with a line break', { claims: { sub: 'anna\nSign-in failed' } }, 'SUBJECT'],
  ['an endless subject', { claims: { sub: 'a'.repeat(256) } }, 'SUBJECT'],
  ['alg none', { signature: 'none' }],
  ['a signature by a secret', { signature: 'secret' }],
  ['a key that is not published', { signature: 'unknown key' }],
  ['no signature', { signature: 'cut' }],
];

const ENDPOINTS: [string, Mischief, ...string[]][] = [
  ['50 MB of white space', { at: 'token', answer: 'endless' }, 'ANSWER_TOO_LONG'],
  ['50 MB of keys', { at: 'jwks', answer: 'endless' }, 'ANSWER_TOO_LONG'],
  ['HTML in an error', { at: 'token', answer: 'html error' }, 'OAUTH_RESPONSE_BODY_ERROR'],
  ['HTML in place of JSON', { at: 'token', answer: 'not JSON' }, 'OAUTH_PARSE_ERROR'],
  ['a redirect of our own server', { at: 'token', answer: 'redirect' }],
  ['HTML in place of keys', { at: 'jwks', answer: 'not JSON' }, 'OAUTH_PARSE_ERROR'],
  ['metadata that is none', { at: 'discovery', answer: 'not JSON' }, 'OAUTH_PARSE_ERROR'],
];

it.each([...TOKENS, ...ENDPOINTS])('rejects %s', async (_name, mischief, ...codes) => {
  const { browser, url } = await begin();
  provider.behave(mischief);
  const callback = provider.authorize(url);
  const page = await follow(callback);
  expect(page.href).toBe(`${PANEL}/login?redirect=%2F%2Fevil.test%2F#provider=`);
  expectOneLine('Sign-in failed', ADDRESS, ...codes);
  const [failures] = await api.db.select().from(rateLimits);
  expect(failures?.points).toBeGreaterThan(0);
  // It is used up by that.
  provider.behave({});
  expect(codeIn(await follow(callback))).toBe('');
  expect((await post('/auth/provider', { browser, code: createToken() })).status).toBe(404);
});

it.each<[string, Record<string, string>, ...string[]]>([
  ["another provider's answer", { iss: 'https://evil.test' }],
  ['an answer without its provider', { iss: '' }],
  ['a state that was made up', { state: createToken() }, 'NOBODY_WAITS'],
  ['no state', { state: '' }, 'NOBODY_WAITS'],
  [
    'an error with HTML in its description',
    { error: 'access_denied', error_description: '<img src=x onerror=alert(1)>\n' },
    'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  ],
])('rejects %s', async (_name, changed, ...codes) => {
  const { url } = await begin();
  expect(codeIn(await follow(provider.authorize(url, changed)))).toBe('');
  expectOneLine(...codes);
  expect(provider.requests).toEqual([]);
});

it('rejects an answer that comes again, though the provider would take its code', async () => {
  const { url } = await begin();
  const callback = provider.authorize(url);
  expect(codeIn(await follow(callback))).not.toBe('');
  expect(codeIn(await follow(callback))).toBe('');
  expectOneLine('NOBODY_WAITS');
  expect(provider.requests).toHaveLength(1);
});

it('sends the provider its own address, whatever host the callback came to', async () => {
  const { url } = await begin();
  const callback = new URL(provider.authorize(url));
  callback.host = 'evil.test';
  const page = await follow(callback.href);
  expect(page.origin).toBe(PANEL);
  expect(provider.requests[0]?.get('redirect_uri')).toBe(`${PANEL}/api/auth/provider/callback`);
  expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${PANEL}/api/auth/provider/callback`);
});

it('waits for no endpoint longer than its limit', async () => {
  const impatient = createProvider(settings().provider, `${PANEL}/callback`, 0.2);
  provider.behave({ at: 'discovery', answer: 'nothing' });
  const error: unknown = await impatient.discover().catch((thrown: unknown) => thrown);
  expect(describeProviderError(error).codes).toContain('OAUTH_TIMEOUT');
});

const pointsOf = async (name: string) => {
  const counters = await api.db.select().from(rateLimits);
  return counters.find(({ key }) => key.startsWith(`${name}:`))?.points ?? 0;
};

it('counts rejected answers as failed sign-ins, and stops an address that brings many', async () => {
  const { url } = await begin();
  await follow(provider.authorize(url, { iss: 'https://evil.test' }));
  expect(await pointsOf('login_address')).toBe(1);
  await api.db.update(rateLimits).set({ points: 100 });
  const another = await begin();
  log.warn.mockClear();
  expect(codeIn(await follow(provider.authorize(another.url)))).toBe('');
  expectOneLine('Too many failed sign-ins from your network.');
  const typed = { username: 'somebody@panel.test', password: 'wrong' };
  expect((await post('/auth/login', typed)).status).toBe(429);
});

it('counts what nobody waits for as a step alone, and what no navigation brings not at all', async () => {
  const made = { state: createToken(), code: 'x' };
  const callback = `${PANEL}/api/auth/provider/callback?${String(new URLSearchParams(made))}`;
  const image = new Request(callback, { headers: { 'sec-fetch-mode': 'no-cors' } });
  expect((await api.fetch(image, caller)).status).toBe(403);
  expect(await pointsOf('provider')).toBe(0);
  for (let times = 0; times < 200; times += 1) await follow(callback);
  expect(await pointsOf('login_address')).toBe(0);
  const typed = { username: 'somebody@panel.test', password: 'wrong' };
  expect((await post('/auth/login', typed)).status).toBe(401);
  const start = await post('/auth/provider/start', { browser: createToken() });
  expect(start.status).toBe(429);
  expect(await start.text()).toContain('Too many sign-ins from your network.');
});
