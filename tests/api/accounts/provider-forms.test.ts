import fc from 'fast-check';
import type { IDToken } from 'openid-client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readClaims } from '~/accounts/server/provider/claims';
import { createToken } from '~/accounts/server/tokens';
import { identities, providerSignIns, rateLimits } from '~/platform/database/schema/account';
import { providerAddressSchema } from '~/accounts/provider';
import { runAdmin } from '../../../tools/admin/cli';
import { createTestApi, rejectionOf } from '../../support/api';
import { urlOf } from '../../support/database';
import { HOSTILE_CLIENT, startHostileProvider } from '../../support/hostile-provider';
import { forThisTest, perFile } from '../../support/opened';
import { ADMIN, claimSettings, panelSettings, providerVisits } from '../../support/provider-visits';
import { silentLog } from '../../support/silent-log';

const PANEL = 'http://panel.test';
const log = { ...silentLog, warn: vi.fn<() => void>(), error: vi.fn<() => void>() };

const provider = perFile(startHostileProvider);
const api = perFile(() => createTestApi({ log, settings: claimSettings(provider) }));
const { signIn, linked } = providerVisits(api, provider);
beforeEach(async () => {
  provider.behave({});
  vi.clearAllMocks();
  for (const table of [rateLimits, identities, providerSignIns]) await api.db.delete(table);
});

/** The header of HTTP Basic, in which each part is encoded as in a form. */
function decoded(header: string): string {
  const text = Buffer.from(header.replace(/^Basic /, ''), 'base64').toString();
  return decodeURIComponent(text.replaceAll('+', ' '));
}

describe("the client's secret", () => {
  const SECRET = 'a secret: with % and +';
  const BASIC = `${HOSTILE_CLIENT}:${SECRET}`;

  it.each<[unknown, [header: string, field: string]]>([
    [undefined, [BASIC, '']],
    [[], [BASIC, '']],
    [
      ['client_secret_post', 'client_secret_basic'],
      [BASIC, ''],
    ],
    [['client_secret_post'], ['', SECRET]],
    [
      ['private_key_jwt', 'client_secret_post'],
      ['', SECRET],
    ],
    [['none'], ['', '']],
  ])('is sent as a document with %j asks', async (listed, sent) => {
    const settings = panelSettings(provider, { clientSecret: SECRET });
    const panel = await forThisTest(createTestApi({ settings }));
    provider.behave({ metadata: { token_endpoint_auth_methods_supported: listed } });
    const begun = { browser: createToken() };
    const path = '/auth/provider/start';
    const { url } = await panel.read(providerAddressSchema, 'POST', path, begun);
    const answer = await panel.fetch(new Request(provider.authorize(url)));
    expect(answer.headers.get('location')).toMatch(/#provider=[\w-]{43}$/);
    const [header = '', field] = provider.secrets.at(-1) ?? [];
    expect([decoded(header), field]).toEqual(sent);
  });

  it.each([
    [['private_key_jwt'], 'private_key_jwt'],
    [['private_key_jwt', 'tls_client_auth'], 'private_key_jwt,tls_client_auth'],
    [['client_secret_jwt', 'a method of its own<b>', 'private_key_jwt'], 'CLIENT_AUTHENTICATION'],
  ])('is not sent where the provider offers %j, and the log names it', async (offered, named) => {
    provider.behave({ metadata: { token_endpoint_auth_methods_supported: offered } });
    const start = api.call('POST', '/auth/provider/start', { browser: createToken() });
    expect(await rejectionOf(start)).toMatch(/^503 Signing in with Example AG does not work/);
    const line = JSON.stringify(log.error.mock.calls);
    expect(line).toContain('CLIENT_AUTHENTICATION');
    expect(line).toContain(named);
    expect(line).not.toContain('<b>');
  });
});

function isAdministrator(name: string, value: string, claim: IDToken[string]): boolean {
  const token = { iss: '', aud: '', exp: 0, iat: 0, sub: 'x', [name]: claim };
  return readClaims(token, { adminClaim: { name, value }, mfaAcr: [] }).claims.isAdministrator;
}

describe('the claim of administrators', () => {
  const word = fc.oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      'condo-admins',
      'urn:geant:example.ch:group:condo-admins',
      'a:b',
      'constructor',
    ),
  );
  const held = fc.oneof(
    fc.constant({ 1: 'org.example.com' }),
    fc.constant({}),
    fc.constant(true),
    fc.string(),
  );
  const name = word.map((text) => `roles:${text}`);

  it('is a text, one of a list, or a key of an object', () => {
    fc.assert(
      fc.property(name, word, fc.array(word), held, (claim, value, others, is) => {
        const all = [...others, value];
        const keys = Object.fromEntries(all.map((one) => [one, is]));
        for (const roles of [value, all, keys])
          expect(isAdministrator(claim, value, roles)).toBe(true);
        const rest = others.filter((one) => one !== value);
        const without = Object.fromEntries(rest.map((one) => [one, is]));
        for (const roles of [rest, without, `${value} `, `${value} ${value}`]) {
          expect(isAdministrator(claim, value, roles)).toBe(false);
        }
      }),
    );
  });

  it('is nothing deeper, and no key that is not held', () => {
    fc.assert(
      fc.property(name, word, (claim, value) => {
        // No key but the second one's is the value.
        const other = `not ${value}`;
        const deep = [
          [value],
          { [value]: true },
          { [other]: value },
          { [other]: [value] },
          { [other]: { [value]: 1 } },
        ];
        const roles = [...deep.map((one) => [one]), ...deep.slice(2), null, 7, true, undefined];
        for (const one of [...roles, { [value]: false }, { [value]: null }]) {
          expect(isAdministrator(claim, value, one)).toBe(false);
        }
      }),
    );
  });
});

/** Returns the line that check-oidc prints about the claim. */
async function checkOidc() {
  const lines: string[] = [];
  const env = {
    DATABASE_URL: urlOf(api.database),
    PUBLIC_URL: PANEL,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: HOSTILE_CLIENT,
    OIDC_ADMIN_CLAIM: 'groups',
    OIDC_ADMIN_VALUE: 'condo-admins',
  };
  await runAdmin(['check-oidc'], env, (line) => lines.push(line));
  return lines.filter((line) => line.includes('Claim groups with condo-admins')).join('\n');
}

const PERSON = {
  sub: 'Subject-4711',
  email: 'anna@panel.test',
  name: 'Anna Muster',
  preferred_username: 'amuster',
};

describe('who is not let in because of the claim', () => {
  it.each<[string, unknown, string]>([
    ['a list', ['staff', 'Condo-Admins'], 'a list: staff, Condo-Admins'],
    ['a text', 'staff', 'a string: staff'],
    ['an object', { staff: { 1: 'x' } }, 'an object with the keys: staff'],
    ['a number', 7, 'a number: 7'],
    ['nothing', undefined, 'none, but these claims: iss, aud, iat, sub, exp, nonce, email, name'],
    ['what is nested', [['condo-admins']], 'a list: (nested)'],
    [
      'personal data',
      ['staff', 'anna@panel.test', 'x/AMUSTER', 'Muster', 'subject-4711', 'ben@other.test'],
      'a list: staff, (personal), (personal), (personal), (personal), (personal)',
    ],
    ['control characters', 'a\u001B]52;c\nb', 'a string: a?]52;c?b'],
  ])(
    'is explained by what was received, and by what was wanted: %s',
    async (_form, groups, received) => {
      expect(await checkOidc()).toMatch(/^ok /);
      expect((await signIn({ ...PERSON, groups })).status).toBe(403);
      const line = JSON.stringify(log.warn.mock.calls);
      expect(line).toContain(
        JSON.stringify({ wanted: { name: 'groups', value: 'condo-admins' } }).slice(1, -1),
      );
      expect(line).toContain(received);
      const report = await checkOidc();
      expect(report).toContain(received);
      for (const personal of ['4711', '@', 'uster']) expect(line + report).not.toContain(personal);
      const kept = JSON.stringify(await api.db.select().from(providerSignIns));
      for (const personal of ['4711', '@', 'uster']) expect(kept).not.toContain(personal);
    },
  );

  it.each([
    [{ email: 'anna.muster@panel.test' }, ['x/anna.muster', 'home-Muster', 'staff']],
    [{ email: 'li@panel.test', name: 'Zoë Łukasz' }, ['u-zoe-lukasz', 'LUKASZ', 'staff']],
  ])('is not named by a group where the token has %j alone', (own, groups) => {
    const token = { iss: '', aud: '', exp: 0, iat: 0, sub: '4711', ...own, groups };
    const adminClaim = { name: 'groups', value: 'condo-admins' };
    const { received } = readClaims(token, { adminClaim, mfaAcr: [] }).claims;
    expect(received).toBe('a list: (personal), (personal), staff');
  });

  it('is so where the claim is lost, but not where rights were given or withdrawn here', async () => {
    expect((await signIn(ADMIN)).status).toBe(200);
    expect((await signIn({ ...ADMIN, groups: ['staff'] })).status).toBe(403);
    expect(JSON.stringify(log.warn.mock.calls)).toContain('a list: staff');
    await api.db.delete(providerSignIns);
    log.warn.mockClear();
    const { userId } = await linked('linked');
    await api.call('DELETE', `/admin/administrators/${userId}`);
    expect((await signIn({ sub: 'linked', groups: ['staff'] })).status).toBe(403);
    expect(JSON.stringify(log.warn.mock.calls)).not.toContain('received');
    expect(await checkOidc()).toMatch(/^ok /);
  });

  it('is described in 200 characters, and never by a name, an e-mail address or a subject', async () => {
    const text = fc.string({ minLength: 4, maxLength: 300 }).filter((one) => one.trim().length > 3);
    const person = fc.record({
      sub: text.map((one) => one.slice(0, 255)),
      name: text,
      email: text,
    });
    await fc.assert(
      fc.asyncProperty(person, fc.array(text), fc.nat(2), async (own, roles, form) => {
        const words = Object.values(own).flatMap((one) => [one, `a-${one}`, one.toUpperCase()]);
        const all = [...words, ...roles];
        const groups = [all, Object.fromEntries(all.map((one) => [one, 1])), all[0]][form];
        const token = { iss: '', aud: '', exp: 0, iat: 0, ...own, groups };
        const adminClaim = { name: 'groups', value: 'not one of them at all, by any means' };
        const { received } = readClaims(token, { adminClaim, mfaAcr: [] }).claims;
        expect(received?.length).toBeLessThanOrEqual(200);
        expect(received).toMatch(/^a list: |^an object with the keys: |^a string: /);
        const description = received
          ?.replaceAll('(personal)', '')
          .replace(/^[\w ]+: /, '')
          .toLowerCase();
        for (const one of Object.values(own)) {
          for (const word of one
            .toLowerCase()
            .split(/\s+/)
            .filter((part) => part.length > 3)) {
            expect(description).not.toContain(word);
          }
        }
      }),
    );
  });
});
