import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecoveryCodes, hashRecoveryCode } from '~/accounts/server/factors.repo';
import { createSecretBox } from '~/accounts/server/tokens';
import {
  createTotpSecret,
  findTotpStep,
  totpCode,
  totpStep,
  totpUri,
} from '~/accounts/server/totp';

/** "12345678901234567890" in base32: the secret of RFC 6238, appendix B. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

const hostNames = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV6().map((address) => `[${address}]`),
  fc.constantFrom('localhost', '[::1]', 'münchen.example', 'a-b.example', 'PANEL.example'),
);
const installations = fc
  .record({
    scheme: fc.constantFrom('http', 'https'),
    host: hostNames,
    port: fc.option(
      fc.oneof(fc.constantFrom(80, 443, 3001, 3002), fc.integer({ min: 1, max: 65_535 })),
    ),
  })
  .map(({ scheme, host, port }) => `${scheme}://${host}${port === null ? '' : `:${port}`}`)
  .filter((address) => URL.canParse(address));
const accounts = fc.oneof(
  fc.emailAddress(),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom(
    'a:b@example.com',
    'a@[IPv6:::1]',
    'ada+x&y=z@example.com',
    'a%3Ab#?/@example.com',
  ),
);

/**
 * Reads an address as the apps do (the Key URI Format): the label's issuer ends at the first colon,
 * encoded or not.
 */
function readByApp(uri: string) {
  const [, path = '', query = ''] = /^otpauth:\/\/totp\/([^/?#]*)\?([^#]*)$/.exec(uri) ?? [];
  const [issuer, account, ...more] = decodeURIComponent(path).split(':');
  // In this format a plus sign is no blank.
  const params = new URLSearchParams(query.replaceAll('+', '%2B'));
  return { issuer, account, more, params: Object.fromEntries(params) };
}

describe('the address for an authenticator app', () => {
  it('has the host of the installation, with its port, and the account', () => {
    fc.assert(
      fc.property(installations, accounts, (publicUrl, account) => {
        const read = readByApp(totpUri(RFC_SECRET, account, publicUrl));
        expect(read.more).toEqual([]);
        expect(read.account).toBe(account.replaceAll(':', '-'));
        expect(read.params).toMatchObject({ secret: RFC_SECRET, issuer: read.issuer });
        const { hostname, port } = new URL(publicUrl);
        const host = hostname.replaceAll(':', '-') + (port === '' ? '' : ` port ${port}`);
        expect(read.issuer).toBe(`Condo Admin (${host})`);
      }),
    );
  });

  it('is another one for the same account in another installation', () => {
    fc.assert(
      fc.property(installations, installations, accounts, (one, other, account) => {
        fc.pre(new URL(one).host !== new URL(other).host);
        const labels = [one, other].map((publicUrl) => {
          const { issuer, account: name } = readByApp(totpUri(RFC_SECRET, account, publicUrl));
          return `${issuer}:${name}`;
        });
        expect(new Set(labels).size).toBe(2);
      }),
    );
  });
});

describe('codes of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('are those of RFC 6238 after %i s', (seconds, code) => {
    const now = new Date(seconds * 1000);
    expect(totpCode(RFC_SECRET, totpStep(now))).toBe(code);
    expect(findTotpStep(RFC_SECRET, code, now)).toBe(totpStep(now));
  });

  it('count one step earlier and later, and no further', () => {
    const step = Math.floor(1234567890 / 30);
    const times = [-60, -30, 0, 30, 60].map((away) => new Date((1234567890 + away) * 1000));
    expect(times.map((time) => findTotpStep(RFC_SECRET, '005924', time))).toEqual([
      null,
      step,
      step,
      step,
      null,
    ]);
  });

  it('come from a secret of 160 bits, and an address that names the account', () => {
    const secret = createTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(createTotpSecret()).not.toBe(secret);
    const uri = new URL(totpUri(secret, 'ada+x@example.com', 'https://panel.example.org'));
    const label = 'Condo%20Admin%20(panel.example.org):ada%2Bx%40example.com';
    expect(uri.href).toContain(`otpauth://totp/${label}?`);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret,
      issuer: 'Condo Admin (panel.example.org)',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

it('recovery codes are ten different ones, and are known however they are typed', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{6}(-[a-z2-9]{6}){3}$/);
  const [code = ''] = codes;
  expect(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(
    hashRecoveryCode(code),
  );
  expect(hashRecoveryCode(code)).not.toContain(code);
});

describe('secrets at rest', () => {
  const KEY = 'a key that is 32 characters long';

  it('are encrypted for their owner, each time in another way', () => {
    const box = createSecretBox(KEY);
    const sealed = box.seal(RFC_SECRET, 7);
    expect(sealed).not.toContain(RFC_SECRET);
    expect(box.seal(RFC_SECRET, 7)).not.toBe(sealed);
    expect(createSecretBox(KEY).open(sealed, 7)).toBe(RFC_SECRET);
    expect(box.open(sealed, 8)).toBeNull();
    expect(box.open(`${sealed.slice(0, -4)}AAAA`, 7)).toBeNull();
    expect(createSecretBox(`${KEY}!`).open(sealed, 7)).toBeNull();
    expect(createSecretBox(undefined).open(sealed, 7)).toBeNull();
  });

  it('stay as they are without a key, and can be read after one was set', () => {
    const stored = createSecretBox(undefined).seal(RFC_SECRET, 7);
    expect(stored).toBe(RFC_SECRET);
    expect(createSecretBox(KEY).open(stored, 7)).toBe(RFC_SECRET);
  });
});
