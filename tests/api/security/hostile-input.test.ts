/* oxlint-disable vitest/valid-expect, vitest/expect-expect -- expectCalm checks each response */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Log } from '~/platform/log';
import { rejectionOf, apiPerFile } from '../../support/api';
import { aCondo, anApartment } from '../../support/builders';
import { formOf } from '../../support/form-of';

const error = vi.fn<Log['error']>();
const api = apiPerFile({ log: { info() {}, warn() {}, error } });
beforeEach(() => error.mockClear());

/** Internal details: places in the code, statements, errors of the database and the language. */
const INTERNALS =
  /\bat \S+ \(|\.[cm]?[jt]s:\d+|node_modules|\/(?:app|home|tmp|work)\/|\b(?:select|insert into|update) "|relation "|syntax error|violates|encoding "UTF8"|TypeError|SyntaxError|RangeError|ZodError|is not a function|Unexpected token|undefined \(/i;

const VALUES: ReadonlyArray<readonly [string, unknown]> = [
  ['a NUL byte', 'a\0b@example.com'],
  ['half a surrogate pair', 'a\ud800b@example.com'],
  ['the other half', '\udfff'],
  ['a quote and SQL', "x'; drop table users; --"],
  ['a path', '../../../../etc/passwd'],
  ['markup', '<img src=x onerror=alert(1)>'],
  ['a header', 'a@example.com\r\nBcc: b@example.com'],
  ['300,000 letters', 'x'.repeat(300_000)],
  ['a huge number as text', '9'.repeat(400)],
  ['a huge number', 1e308],
  ['an id past every integer', 2 ** 53],
  ['a negative number', -2_147_483_649],
  ['an object', { toString: 'x', $ne: null, __proto__: null }],
  ['a list', [[[]]]],
  ['true', true],
  ['null', null],
];

const CONDO = aCondo({
  website: 'https://example.com',
  description: 'x',
  date_built: '2020-01-01',
  number_of_units: 1,
});
const APARTMENT = anApartment({ condo_id: 1 });
const INVITATION = { email: 'x@example.com', role: 'renter', condo_id: 1, apartment_id: 1 };
const TENANCY = {
  ...INVITATION,
  first_name: 'A',
  last_name: 'B',
  phone: '079',
  since: '2026-01-01',
  until: '2026-12-31',
  note: 'Key',
};
const ACCEPTANCE = { token: 'x', first_name: 'A', last_name: 'B', password: 'long enough words' };

const CALLS: ReadonlyArray<readonly [string, string, Readonly<Record<string, unknown>>]> = [
  ['POST', '/auth/login', { username: 'a@example.com', password: 'x' }],
  ['POST', '/invitations/accept', ACCEPTANCE],
  ['POST', '/invitations/accept/code', { code: 'ABCDE-FGHJK' }],
  ['POST', '/admin/invitations/letters', { ids: [1] }],
  ['POST', '/auth/set-password', { token: 'x'.repeat(43), password: 'long enough words' }],
  ['POST', '/admin/condos', CONDO],
  ['PUT', '/admin/condos/1', CONDO],
  ['POST', '/admin/apartments', APARTMENT],
  ['PUT', '/admin/apartments/1', APARTMENT],
  ['PUT', '/admin/users/1', { first_name: 'A', last_name: 'B' }],
  ['POST', '/admin/invite-user', INVITATION],
];

/** A 4xx or a success, never a failure, and without internal details. */
async function expectCalm(response: Response, what: string): Promise<void> {
  const text = await response.text();
  expect(response.status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500);
  expect(text, what).not.toMatch(INTERNALS);
  expect(error, what).not.toHaveBeenCalled();
}

describe('no value of a field breaks a call', () => {
  it.each(CALLS)('%s %s', async (method, path, body) => {
    for (const field of Object.keys(body)) {
      for (const [name, value] of VALUES) {
        const response = await api.call(method, path, { ...body, [field]: value });
        await expectCalm(response, `${field}: ${name}`);
      }
    }
  });

  it('as rows of an import', async () => {
    for (const [type, row] of [
      ['condo', CONDO],
      ['apartment', APARTMENT],
      ['user_invite', INVITATION],
      ['tenancy', TENANCY],
    ] as const) {
      const rows = Object.keys(row).flatMap((field) =>
        VALUES.map(([, value]) => ({ ...row, [field]: value })),
      );
      const form = formOf({ type, rows: JSON.stringify(rows) });
      await expectCalm(await api.call('POST', '/admin/bulk-create', form), type);
    }
  });
});

describe('no address breaks a call', () => {
  it.each([
    '/admin/condos?search=',
    '/admin/condos?city=',
    '/admin/condos?sort_by=',
    '/admin/users?search=',
    '/admin/users?page=',
    '/admin/users?page_size=',
    '/admin/users?condo_id=',
    '/admin/apartments?condo_id=',
    '/admin/apartments?search=',
    '/admin/condos/',
    '/admin/apartments/',
    '/admin/users/',
    '/admin/invitations?status=',
    '/admin/bulk-templates/',
    '/admin/bulk-imports/',
    '/invitations/accept?token=',
    '/auth/set-password?token=',
    '/media/',
  ])('%s', async (path) => {
    for (const [name, value] of VALUES) {
      // What cannot be written in an address (half a surrogate pair) no caller can send either.
      if (typeof value !== 'string') continue;
      const text = encodeURIComponent(value.toWellFormed().slice(0, 8_000));
      await expectCalm(await api.call('GET', path + text), name);
      await expectCalm(await api.call('DELETE', path + text), name);
    }
  });
});

describe('no body breaks a call', () => {
  /** This body is valid if every field is optional, since unknown names are ignored. */
  const PROTOTYPE = '{"__proto__": {"is_superuser": true}, "constructor": 1}';
  const NOTHING = '--x--\r\n';
  const MULTIPART = 'multipart/form-data; boundary=x';
  const BODIES: ReadonlyArray<readonly [string, string | null, string]> = [
    ['half JSON', 'application/json', '{"name": "x'],
    ['no value', 'application/json', ''],
    ['null', 'application/json', 'null'],
    ['a text', 'application/json', '"x"'],
    ['a deep list', 'application/json', '['.repeat(100_000)],
    ['a deep list that ends', 'application/json', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['a prototype', 'application/json', PROTOTYPE],
    ['a form without a boundary', 'multipart/form-data', 'x'],
    [
      'a form that breaks off',
      MULTIPART,
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
    ],
    ['a form of nothing', MULTIPART, NOTHING],
    ['a form that is none', MULTIPART, 'hello'],
    [
      'another type',
      'application/xml',
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    ],
    ['a type that is none', '///;;;', 'x'],
    ['no type', null, 'x'],
  ];
  it.each([
    ...CALLS.map(([method, path]) => [method, path] as const),
    ['POST', '/admin/bulk-validate'] as const,
    ['POST', '/admin/bulk-create'] as const,
  ])('%s %s', async (method, path) => {
    for (const [name, type, body] of BODIES) {
      const response = await api.send(method, path, type, body);
      await expectCalm(response, name);
    }
  });

  it('a body without a length is cut off at the limit', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024;
        // Shall fail the test, not fill the machine, where nothing cuts it off.
        if (sent > 16 * 1024 * 1024) throw new Error('The body was read on and on');
        controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      },
    });
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as const;
    const response = await api.fetch(new Request('http://panel.test/api/auth/login', init));
    expect(await rejectionOf(response)).toBe('413 The request is too large: at most 16 KB');
    expect(sent).toBeLessThan(2 * 1024 * 1024);
  });
});
