import { afterEach, expect, it, vi } from 'vitest';
import { createProvider } from '~/accounts/server/provider/openid-client';
import { describeProviderError } from '~/accounts/server/provider/provider-error';
import { readSettings } from '~/platform/settings.server';
import { checkClock, checkMetadata } from '../../../tools/admin/check-oidc';
import { runAdmin } from '../../../tools/admin/cli';
import { HOSTILE_CLIENT, startHostileProvider } from '../../support/hostile-provider';
import { must } from '../../support/must';
import { perFile } from '../../support/opened';
import { freePort } from '../../support/production-process';
import authentik from '../../support/openid-metadata/authentik.json';
import entra from '../../support/openid-metadata/entra.json';
import google from '../../support/openid-metadata/google.json';
import keycloak from '../../support/openid-metadata/keycloak.json';

const PANEL = 'https://panel.example';
const deadPort = await freePort();
const provider = perFile(() => startHostileProvider());
afterEach(() => vi.unstubAllGlobals());

const settingsFor = (issuer: string, more = {}) =>
  must(
    readSettings({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x', PUBLIC_URL: PANEL, ...more }).provider,
    'provider',
  );

/**
 * Serves a recorded document of a provider (tests/support/openid-metadata/README.md) at whatever
 * address is requested. Returns the requested addresses.
 */
function answerWith(document: object) {
  const requested: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    requested.push(url);
    return Promise.resolve(Response.json(document));
  });
  return requested;
}

it.each([
  ['Keycloak', keycloak, ['Claim groups', 'Claim amr', 'Back-channel logout']],
  ['Authentik', authentik, ['Back-channel logout']],
  ['Entra ID', entra, ['PKCE', 'Claim groups', 'Claim amr']],
  ['Google', google, ['Claim auth_time', 'Claim groups', 'Claim amr']],
])('%s: its document is read, and says what it offers', async (_name, document, toLookAt) => {
  const requested = answerWith(document);
  const client = createProvider(settingsFor(document.issuer), `${PANEL}/callback`);
  const begun = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43), isAgain: true };
  const address = new URL(await client.addressFor(begun));
  const base = document.issuer.replace(/\/$/, '');
  expect(requested).toEqual([`${base}/.well-known/openid-configuration`]);
  expect(address.origin + address.pathname).toBe(document.authorization_endpoint);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: 'x',
    response_type: 'code',
    redirect_uri: `${PANEL}/callback`,
    code_challenge_method: 'S256',
    max_age: '0',
  });
  const offered = 'end_session_endpoint' in document ? document.end_session_endpoint : undefined;
  expect((await client.logoutAddress())?.split('?')[0]).toBe(offered);
  const more = { OIDC_ADMIN_CLAIM: 'groups:condo-admins', OIDC_SCOPES: 'openid email' };
  const steps = checkMetadata(document, settingsFor(document.issuer, more), PANEL);
  expect(steps.filter(({ is }) => is === 'change')).toEqual([]);
  const looked = steps.filter(({ is }) => is === 'look');
  expect(looked.map(({ what }) => what.split(':')[0])).toEqual(toLookAt);
});

it('takes no document for all tenants, where anybody could be an administrator by a tenant of their own', async () => {
  answerWith({ ...entra, issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' });
  for (const tenant of ['common', 'organizations']) {
    const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`;
    const client = createProvider(settingsFor(issuer), `${PANEL}/callback`);
    const error: unknown = await client.discover().catch((thrown: unknown) => thrown);
    expect(describeProviderError(error).codes).toEqual(['ISSUER']);
  }
});

async function check(env: Record<string, string> = {}) {
  const lines: string[] = [];
  const settings = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: HOSTILE_CLIENT,
    PUBLIC_URL: PANEL,
    ...env,
  };
  const failure: unknown = await runAdmin(['check-oidc'], settings, (line) =>
    lines.push(line),
  ).catch((error: unknown) => error);
  return { lines, failure: failure instanceof Error ? failure.message.trim() : null };
}

it('prints every step where nothing has to be changed', async () => {
  provider.behave({});
  const { lines, failure } = await check();
  expect(failure).toBeNull();
  expect(lines).toEqual(
    expect.arrayContaining([
      `ok      Discovery: ${provider.issuer}`,
      `look    Redirect address: must be registered for the client ${HOSTILE_CLIENT}, to the letter: ${PANEL}/api/auth/provider/callback`,
      `ok      Keys: 1 at ${provider.issuer}/jwks`,
    ]),
  );
  expect(lines.join('\n')).toMatch(/ok {6}Clock: -?[01] s away/);
  expect(lines.join('\n')).toMatch(/Claim auth_time/);
});

it.each<[string, Parameters<typeof provider.behave>[0], Record<string, string>, string]>([
  ['no provider there', { at: 'discovery', answer: 'redirect' }, {}, 'there is no OpenID provider'],
  ['nobody listens', {}, { OIDC_ISSUER: `http://localhost:${deadPort}` }, 'does not reach it'],
  ['keys that are none', { at: 'jwks', answer: 'not JSON' }, {}, 'cannot be read'],
  [
    'a client that is not known',
    { at: 'authorize', answer: 'html error' },
    {},
    'register https://panel.example/api/auth/provider/callback',
  ],
  [
    'a client that has to sign',
    {
      metadata: {
        token_endpoint_auth_methods_supported: ['private_key_jwt', 'self_signed_tls_client_auth'],
      },
    },
    {},
    'private_key_jwt,self_signed_tls_client_auth is not supported): let the client authenticate by client_secret_basic',
  ],
])('check-oidc says what to change: %s', async (_name, mischief, env, what) => {
  provider.behave(mischief);
  const { lines, failure } = await check(env);
  expect(failure).toBe('1 to change.');
  const line = lines.find((one) => one.startsWith('change'));
  expect(line).toContain(what);
});

it('compares the clocks, and says what the document lacks', async () => {
  const now = Date.parse('2026-01-01T00:10:00Z');
  expect(checkClock('Thu, 01 Jan 2026 00:00:00 GMT', now)).toMatchObject({ is: 'change' });
  expect(checkClock('Thu, 01 Jan 2026 00:09:30 GMT', now)).toMatchObject({ is: 'ok' });
  expect(checkClock(null, now)).toMatchObject({ is: 'look' });
  const poor = { response_types_supported: ['id_token'], scopes_supported: ['openid'] };
  const settings = { adminClaim: undefined, mfaAcr: [], scopes: 'openid email' };
  expect(checkMetadata(poor, settings, PANEL).filter(({ is }) => is === 'change')).toHaveLength(2);
  expect(await check({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '' })).toMatchObject({
    lines: [],
    failure: 'OIDC_ISSUER, OIDC_CLIENT_ID and PUBLIC_URL are not set.',
  });
});
