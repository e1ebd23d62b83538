import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';

import fc from 'fast-check';
import { expect, inject, onTestFinished, test } from 'vitest';

import { openDatabase } from '~/platform/database/connect.server';
import { DatabaseUnavailableError } from '~/platform/postgres/database-unavailable';
import { socketPath } from '~/platform/postgres/socket-folder.server';
import { freePort } from '~/platform/postgres/windows.server';
import { createTestDatabase } from '../../support/database';
import { silentLog } from '../../support/silent-log';
import { forThisTest } from '../../support/opened';
import { temporaryDataDir } from '../postgres/harness';

const shared = inject('testDatabaseServer');

/** DATABASE_URL for a database of the shared server: the socket's folder takes the place of the host. */
const urlOf = (database: string, user = shared.user) =>
  `postgres://${user}:top-secret@${encodeURIComponent(shared.host)}:${shared.port}/${database}`;

const open = (databaseUrl: string, settings: Partial<Parameters<typeof openDatabase>[0]> = {}) =>
  openDatabase({ databaseUrl, dataDir: '/nowhere', log: silentLog, ...settings });

/** The error of an attempt that has to fail, as the operator reads it. */
async function connectErrorOf(databaseUrl: string): Promise<string> {
  const error: unknown = await open(databaseUrl, { reachWithinMs: 0 }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DatabaseUnavailableError);
  const text = String(error);
  expect(text).not.toContain('top-secret');
  return text;
}

test('without DATABASE_URL the embedded database serves', async () => {
  const dataDir = await temporaryDataDir();
  const database = await openDatabase({ dataDir, log: silentLog });
  const { rows } = await database.pool.query('select current_database() as name');
  expect(rows).toEqual([{ name: 'condo_admin' }]);
  await database.close();
});

test('with DATABASE_URL that server serves, with a limit on every statement', async () => {
  const { connection } = await forThisTest(createTestDatabase());
  const opening = open(urlOf(connection.database), { statementTimeoutMs: 50 });
  const database = await forThisTest(opening);
  const { rows } = await database.pool.query('select current_database() as name');
  expect(rows).toEqual([{ name: connection.database }]);
  await expect(database.pool.query('select pg_sleep(2)')).rejects.toThrow('statement timeout');
});

test('a pool lives on when the server cuts its idle connections', async () => {
  const { connection, pool: other } = await forThisTest(createTestDatabase());
  const lines: object[] = [];
  const log = { ...silentLog, warn: (data: object) => void lines.push(data) };
  const database = await forThisTest(open(urlOf(connection.database), { log }));
  await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect.poll(() => database.pool.totalCount).toBe(0);
  // Only the reason: the error contains the connection with its address.
  expect(lines).toEqual([{ reason: 'terminating connection due to administrator command' }]);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a server that is not there: the error says where and what to do', async () => {
  const port = await freePort();
  expect(await connectErrorOf(`postgres://someone:top-secret@127.0.0.1:${port}/condos`)).toMatch(
    `PostgreSQL at 127.0.0.1:${port}, database "condos" cannot be reached. Start that server`,
  );
});

test('a server that is only just starting is waited for', async () => {
  const { connection } = await forThisTest(createTestDatabase());
  const port = await freePort();
  const attempt = open(`postgres://${connection.user}@127.0.0.1:${port}/${connection.database}`);
  await new Promise((resolve) => setTimeout(resolve, 400));
  const socket = socketPath(connection.host);
  const server = createServer((near) => {
    // Either side may be reset while the database closes.
    pipeline(near, connect(socket), near, () => undefined);
  }).listen(port, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });

  const database = await attempt;
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await database.close();
});

test.each([
  ['a database that does not exist', urlOf('no_such_database'), 'has no such database. Create it'],
  ['a user that does not exist', urlOf('condo_admin', 'stranger'), 'rejected the user'],
  [
    'an address that is none',
    'postgres://someone:top-secret@local host:nonsense/',
    'DATABASE_URL is not an address of a database',
  ],
])('%s', async (_what, databaseUrl, message) => {
  expect(await connectErrorOf(databaseUrl)).toContain(message);
});

test('a certificate that is not there is named', async () => {
  const error = await connectErrorOf(`${urlOf('condo_admin')}?sslrootcert=/nowhere/ca.pem`);
  expect(error).toContain('DATABASE_URL names a file that cannot be read: ENOENT');
  expect(error).toContain('/nowhere/ca.pem');
});

test('a database with an encoding other than UTF8', async () => {
  const { pool } = await forThisTest(createTestDatabase());
  const name = `test_${Date.now()}_latin`;
  await pool.query(
    `create database ${name} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
  );
  expect(await connectErrorOf(urlOf(name))).toContain('stores text as LATIN1');
  await pool.query(`drop database ${name}`);
});

test('no part of a password gets into an error, however it is written', async () => {
  const port = await freePort();
  const part = fc.stringMatching(/^[A-Z]{6}$/);
  const separators = ['@', '/', ':', '?', '#', '%', '&', '=', ';', '[', ']', '//', '@/'];
  const separator = fc.constantFrom(...separators);
  const password = fc.tuple(part, separator, part, separator, part);
  await fc.assert(
    fc.asyncProperty(password, async (parts) => {
      const message = await connectErrorOf(
        `postgres://someone:${parts.join('')}@127.0.0.1:${port}/condos`,
      );
      for (const one of parts.filter((text) => text.length === 6)) {
        expect(message.toUpperCase()).not.toContain(one);
      }
    }),
    { numRuns: 60 },
  );
});
