import { createHash, randomBytes } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { bundledMigrations, migrateDatabase } from '~/platform/database/migrate.server';
import { createPool } from '~/platform/database/pool.server';
import { DataDirInUseError } from '~/platform/postgres/database-unavailable';
import {
  startEmbeddedPostgres,
  type EmbeddedConnection,
  type EmbeddedPostgres,
} from '~/platform/postgres/embedded-postgres.server';
import { silentLog } from './silent-log';
import type { TestServer } from './template-copy';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server the tests share. */
    testDatabaseServer: TestServer;
  }
}

/** Test databases of killed runs are dropped once they are this old. */
const LEFTOVER_AGE_MS = 60 * 60 * 1000;

/** Vitest's globalSetup for tests with a database. */
export default async function setUpDatabaseServer(project: TestProject) {
  const server = await startTestDatabaseServer();
  project.provide('testDatabaseServer', server.connection);
  return server.stop;
}

/** Starts an embedded server and prepares the template that every test database is a copy of. */
export async function startTestDatabaseServer(): Promise<{
  connection: TestServer;
  stop: () => Promise<void>;
}> {
  const run = randomBytes(4).toString('hex');
  const server = await startFreeServer();
  return withPatientClient(server.connection, async (client) => {
    await dropLeftovers(client);
    const template = await prepareTemplate(client, server.connection);
    const stop = async () => {
      try {
        await dropOwn(server.connection, run);
      } finally {
        await server.stop();
      }
    };
    return { connection: { ...server.connection, template, run }, stop };
  });
}

/** Runs work on a connection without the product's time limits, which a busy machine exceeds. */
async function withPatientClient<T>(
  connection: EmbeddedConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection });
  // A broken connection is reported twice, and the query's rejection is enough.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The first server of this checkout that no other run uses. */
async function startFreeServer(): Promise<EmbeddedPostgres> {
  for (let number = 1; ; number += 1) {
    const options = { dataDir: await testDataDir(number), log: silentLog, durable: false };
    try {
      return await startEmbeddedPostgres({ ...options, application: true });
    } catch (error) {
      if (!(error instanceof DataDirInUseError)) throw error;
    }
  }
}

/** Kept for the next run: one that finds its database warm starts in a tenth of a second. */
async function testDataDir(number: number): Promise<string> {
  const checkout = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 8);
  const uid = process.getuid?.();
  const folder = join(tmpdir(), `condo-admin-test-${uid ?? 'user'}-${checkout}-${number}`);
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const stats = await lstat(folder);
  if (!stats.isDirectory() || (uid !== undefined && stats.uid !== uid)) {
    throw new Error(`${folder} belongs to somebody else; remove it`);
  }
  return folder;
}

/** Named after its migrations: changed ones make a new template. */
async function prepareTemplate(client: pg.Client, connection: EmbeddedConnection): Promise<string> {
  const hashes = bundledMigrations().map(({ hash }) => hash);
  const version = createHash('sha256').update(hashes.join()).digest('hex').slice(0, 12);
  const name = `template_${version}`;
  const databases = await client.query('select from pg_database where datname = $1', [name]);
  if (databases.rowCount !== 0) return name;

  // It takes its final name when it is complete.
  const draftName = `${name}_draft`;
  await client.query(`drop database if exists ${draftName} with (force)`);
  await client.query(`create database ${draftName}`);
  const draft = createPool(
    { ...connection, database: draftName },
    { log: silentLog, maxConnections: 1 },
  );
  try {
    await migrateDatabase(draft);
  } finally {
    await draft.end();
  }
  await client.query(`alter database ${draftName} with allow_connections false`);
  await client.query(`alter database ${draftName} rename to ${name}`);
  return name;
}

/** Drops what this run still has. */
function dropOwn(connection: EmbeddedConnection, run: string): Promise<void> {
  return withPatientClient(connection, async (client) => {
    const own = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname ~ $1`,
      [`^test_[0-9]+_${run}_`],
    );
    for (const { name } of own.rows)
      await client.query(`drop database if exists ${name} with (force)`);
  });
}

async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
      where datname ~ '^test_[0-9]+_'
        and split_part(datname, '_', 2)::bigint < $1
        and not exists (select from pg_stat_activity a where a.datname = pg_database.datname)`,
    [Date.now() - LEFTOVER_AGE_MS],
  );
  for (const { name } of rows) await client.query(`drop database if exists ${name}`);
}
