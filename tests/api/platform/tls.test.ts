import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { openDatabase } from '~/platform/database/connect.server';
import { toDatabaseUnavailable } from '~/platform/database/errors';
import { createPool } from '~/platform/database/pool.server';
import { socketPath } from '~/platform/postgres/socket-folder.server';
import { silentLog } from '../../support/silent-log';
import { listening } from '../../support/listening';
import { forThisTest } from '../../support/opened';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'tls');
const CA_FILE = join(FIXTURES, 'ca.pem');
/** A private authority's, for localhost. */
const secureContext = createSecureContext({
  cert: readFileSync(join(FIXTURES, 'server.pem')),
  key: readFileSync(join(FIXTURES, 'server.key')),
});

const shared = inject('testDatabaseServer');

/** PostgreSQL as it is behind TLS: its answer to the client's first message says whether it takes TLS. */
let takesTls: boolean;
let port: number;
let close: () => Promise<void>;
const warnings: Error[] = [];
const onWarning = (warning: Error) => void warnings.push(warning);
beforeEach(async () => {
  takesTls = true;
  warnings.length = 0;
  process.on('warning', onWarning);
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', () => {
      client.write(takesTls ? 'S' : 'N');
      if (!takesTls) return;
      const plain = new TLSSocket(client, { isServer: true, secureContext });
      const postgres = connect(socketPath(shared.host));
      plain.on('error', () => postgres.destroy());
      postgres.on('error', () => plain.destroy());
      plain.pipe(postgres).pipe(plain);
    });
  });
  ({ port, close } = await listening(server, 0, 'localhost'));
});
afterEach(() => {
  process.off('warning', onWarning);
  return close();
});

/** The first value of a query; the error's text where no connection comes about. */
async function answerOf(query: string, host = 'localhost'): Promise<unknown> {
  const { user, database } = shared;
  const databaseUrl = `postgres://${user}:top-secret@${host}:${port}/${database}${query}`;
  try {
    const opened = await openDatabase({
      databaseUrl,
      dataDir: '/nowhere',
      log: silentLog,
      reachWithinMs: 0,
    });
    const { rows } = await opened.pool.query<{ one: number }>('select 1 as one');
    await opened.close();
    return rows[0]?.one;
  } catch (error) {
    return String(error);
  }
}

it.each(['verify-full', 'verify-ca', 'require'])(
  'sslmode=%s takes a private authority',
  async (mode) => {
    expect(await answerOf(`?sslmode=${mode}&sslrootcert=${CA_FILE}`)).toBe(1);
    expect(warnings).toEqual([]);
  },
);

it('sslmode=no-verify takes any certificate', async () => {
  expect(await answerOf('?sslmode=no-verify')).toBe(1);
});

it.each(['verify-full', 'require'])(
  'sslmode=%s without the authority: the error says what to add, and nothing is warned of',
  async (mode) => {
    expect(await answerOf(`?sslmode=${mode}`)).toContain(
      'no authority known here has signed. Name the file of its own in DATABASE_URL: ?sslmode=verify-full&sslrootcert=/path/ca.pem',
    );
    expect(warnings).toEqual([]);
  },
);

it('a certificate for another name', async () => {
  const answer = await answerOf(`?sslmode=require&sslrootcert=${CA_FILE}`, '127.0.0.1');
  expect(answer).toContain('has a certificate for another name');
});

it('a server without TLS', async () => {
  takesTls = false;
  expect(await answerOf('?sslmode=require')).toContain('takes no TLS. Take sslmode out of');
});

it.each([
  ['hangs up within the handshake', 'S'],
  ['can take no further connection', 'E'],
  ['takes no TLS any more', 'N'],
])('a server that %s is not available', async (_how, answer) => {
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', () => {
      client.once('data', () => client.destroy());
      client.write(answer);
    });
  });
  const { port: at } = await forThisTest(listening(server));
  const ssl = { rejectUnauthorized: false };
  const config = { host: '127.0.0.1', port: at, user: 'panel', database: 'panel', ssl };
  const pool = createPool(config, { log: silentLog });
  const error: unknown = await pool.query('select 1').catch((failure: unknown) => failure);
  expect(toDatabaseUnavailable(error)).toBe('database_unavailable');
  await pool.end();
});
