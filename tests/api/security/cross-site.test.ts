import { beforeAll, describe, expect, it } from 'vitest';
import { rateLimits } from '~/platform/database/schema/account';
import { callsOf, createTestApi, insertUser, rejectionOf } from '../../support/api';
import { perFile } from '../../support/opened';

const PUBLIC_URL = 'https://condo.example';
const api = perFile(() =>
  createTestApi({ settings: { publicUrl: PUBLIC_URL, maxConnections: 5 } }),
);
beforeAll(async () => {
  await insertUser(api.db, { email: 'anna@example.com', password_hash: 'plain:right' });
});

/** A form, as browsers send it without asking first. The server is reached as panel.test. */
function post(path: string, headers: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ username: 'anna@example.com', password: 'right' });
  const request = new Request(`http://panel.test/api${path}`, { method: 'POST', headers, body });
  return api.fetch(request, { address: '192.0.2.1' });
}

const SAME = { 'sec-fetch-site': 'same-origin' };
const CROSS = { 'sec-fetch-site': 'cross-site' };
const CLOSED = '403 This call is not open to pages of other sites';
const EVIL = { origin: 'https://evil.example' };

describe.each([
  ['/auth/login', 200],
  // A form is no body for it, which it only says to who may ask.
  ['/invitations/accept', 415],
  ['/invitations/accept/code', 415],
  ['/invitations/accept/address', 415],
  ['/auth/set-password', 415],
  ['/auth/forgot-password', 415],
  ['/auth/passkey-options', 415],
])('%s', (path, open) => {
  it.each([
    ['a page of another site', { ...CROSS, ...EVIL }],
    ['one that claims our origin', { ...CROSS, origin: PUBLIC_URL }],
    ['a page of another subdomain', { 'sec-fetch-site': 'same-site' }],
    ['a word that no browser says', { 'sec-fetch-site': 'x' }],
    ['another origin in an older browser', EVIL],
    ['an origin without a name', { origin: 'null' }],
    ['a host that begins like ours', { origin: 'https://condo.example.evil.example' }],
  ])('is closed to %s, and nothing is counted', async (_case, headers) => {
    const before = await api.db.select().from(rateLimits);
    for (let count = 0; count < 12; count += 1) {
      expect(await rejectionOf(post(path, headers))).toBe(CLOSED);
    }
    expect(await api.db.select().from(rateLimits)).toEqual(before);
  });

  it.each([
    ['the panel', SAME],
    ['the panel, whatever a proxy makes of the origin', { ...SAME, ...EVIL }],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
    ['PUBLIC_URL in an older browser', { origin: PUBLIC_URL }],
    ['the address that was asked, by TLS or not', { origin: 'https://panel.test' }],
    ['a script', {}],
  ])('is open to %s', async (_case, headers) => {
    expect((await post(path, headers)).status).toBe(open);
  });
});

it('other calls need a token, and are as open as before', async () => {
  const read = callsOf(api).call('GET', '/capabilities', undefined, { ...CROSS, ...EVIL });
  expect((await read).status).toBe(200);
});
