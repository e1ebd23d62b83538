import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '~/platform/start-failure.server';
import { readSettings } from '~/platform/settings.server';

/** Settings that are addresses, each with its scheme and the settings that it requires. */
const ADDRESSES = [
  { name: 'DATABASE_URL', scheme: 'postgres', env: {} },
  { name: 'SMTP_URL', scheme: 'smtp', env: { PUBLIC_URL: 'https://a.example' } },
  { name: 'API_BASE_URL', scheme: 'https', env: {} },
  { name: 'PUBLIC_URL', scheme: 'https', env: {} },
  { name: 'S3_ENDPOINT', scheme: 'https', env: {} },
  { name: 'BACKUP_S3_ENDPOINT', scheme: 'https', env: {} },
  { name: 'OIDC_ISSUER', scheme: 'https', env: { OIDC_CLIENT_ID: 'panel' } },
] as const;

/** The sentence for an operator about this value; undefined where it is taken. */
function rejection(name: string, value: string, env: object = {}): string | undefined {
  try {
    readSettings({ ...env, [name]: value });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || exitCodeOf(error) !== 78) throw error;
    return error.message;
  }
}

const SECRET = 'QXVZJW';
const odd = fc.constantFrom(
  ...Array.from('#/?@%: \\[]"\'<>^`{}|,;&=+é💶\u00A0\t\n'),
  '://',
  '//',
  '%zz',
  '%E4',
);
const password = fc
  .array(fc.oneof(fc.constant(SECRET), odd), { minLength: 2, maxLength: 6 })
  .map((parts) => parts.join(''));
const host = fc.constantFrom('db.internal', 'db.internal:5432', '[::1]:5432', 'a:1,b:2', 'a,b', '');
const oddAddress = (scheme: string) =>
  fc.oneof(
    fc
      .tuple(password, host)
      .map(([text, at]) => `${scheme}://panel:${text}@${at}/condo?target_session_attrs=any`),
    fc.tuple(password, host).map(([text, at]) => `panel:${text}@${at}/condo`),
    password.map((text) => `${scheme}:${text}`),
    password.map((text) => `host=db password=${text} dbname=condo`),
    password,
  );

describe.each(ADDRESSES)('$name', ({ name, scheme, env }) => {
  it('is read as it was meant, or rejected in one sentence that has none of it', () => {
    fc.assert(
      fc.property(oddAddress(scheme), (value) => {
        const answer = rejection(name, value, env) ?? 'Valid';
        expect(answer).toMatch(/^(?:Valid$|Wrong settings: [A-Z])/);
        expect(answer).not.toMatch(/QXVZJW|\n|db\.internal/);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    'panel:QXVZJW@db/condo',
    'host=db password=QXVZJW dbname=condo',
    `${scheme}://panel:QXVZJW#2@db.internal/condo`,
    `${scheme}://panel:QXVZJW/2@db.internal/condo`,
    `${scheme}://panel:QXVZJW?2@db.internal/condo`,
    `${scheme}://panel:25/QXVZJW@db.internal/condo`,
    `${scheme}://panel:25?QXVZJW@db.internal/condo`,
    `${scheme}://panel:QXVZJW%@db.internal/condo`,
    `${scheme}://panel:QXVZJW\n@db.internal/condo`,
    `${scheme}:panel:QXVZJW`,
  ])('must have special characters percent-encoded: %j', (value) => {
    expect(rejection(name, value, env)).toMatch(
      new RegExp(`^Wrong settings: ${name} must be an? .*percent-encoded.*# as %23, / as %2F`),
    );
  });
});

it.each([
  'postgres://panel:QXVZJW@a,b/condo?target_session_attrs=read-write',
  'postgres://panel:QXVZJW@a:5432,b:5432/condo',
  'postgresql://a,b',
  'postgres://panel@localhost/condo?host=a,b',
])('DATABASE_URL names one server, and says how several are reached: %s', (value) => {
  expect(rejection('DATABASE_URL', value)).toMatch(
    /DATABASE_URL must name one server.* \(HAProxy, PgBouncer\).* provider/,
  );
});

it('DATABASE_URL without a server is rejected, and the form that is named reaches the socket', () => {
  const message = rejection('DATABASE_URL', 'postgres://u:QXVZJW@/db?host=/cloudsql/x:y:z') ?? '';
  expect(message).not.toMatch(/QXVZJW|percent-encoded/);
  const [named = ''] = /postgres:\/\/\S+$/.exec(message) ?? [];
  const client = new pg.Client({
    connectionString: readSettings({ DATABASE_URL: named }).databaseUrl,
  });
  const { user, host: at, database } = client;
  expect([user, client.password, at, database]).toEqual([
    'user',
    'password',
    '/cloudsql/project:region:instance',
    'name',
  ]);
});

it('DATABASE_URL is what pg reads: password, host and database', () => {
  const part = fc.oneof(password, fc.string({ minLength: 1, unit: 'binary' }));
  fc.assert(
    fc.property(part, fc.boolean(), (text, isEncoded) => {
      const written = isEncoded ? encodeURIComponent(text) : text;
      const value = `postgres://panel:${written}@db.internal:6543/condo`;
      const isRejected = rejection('DATABASE_URL', value) !== undefined;
      expect(isRejected && isEncoded).toBe(false);
      if (isRejected) return;
      const connectionString = readSettings({ DATABASE_URL: value }).databaseUrl;
      const client = new pg.Client({ connectionString });
      const { user, host: at, port, database } = client;
      expect([user, at, port, database]).toEqual(['panel', 'db.internal', 6543, 'condo']);
      expect(client.password ?? '').toBe(decodeURIComponent(written));
    }),
    { numRuns: 1_000 },
  );
});

it.each([
  'postgres://panel:p%40ss%2F%23@db.internal:5432/condo',
  'postgres://%2Frun%2Fpostgresql:5432/condo',
  'postgres:///condo?host=/run/a%2Cb',
  'postgresql://panel@localhost',
])('DATABASE_URL may be %s', (value) => {
  expect(readSettings({ DATABASE_URL: value }).databaseUrl).toBe(value);
});
