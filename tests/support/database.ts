import { inject } from 'vitest';

import type { Database } from '~/platform/database/connect.server';
import { createDb, createPool } from '~/platform/database/pool.server';
import type { EmbeddedConnection } from '~/platform/postgres/embedded-postgres.server';
import { silentLog } from './silent-log';
import { createBareDatabase, type OwnDatabase } from './template-copy';
import { giveBack, takeDatabase } from './used-databases';

export interface TestDatabase extends Database {
  /** Connection settings with which another process reaches the same database. */
  connection: EmbeddedConnection;
}

const MAX_CONNECTIONS = 5;

/**
 * A database of the test's own with the newest schema and no rows, on the server that
 * tests/support/database-server.ts (the project's globalSetup) started. close() gives it back.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const database = await takeDatabase(inject('testDatabaseServer'));
  return connect(database, () => giveBack(database));
}

/** A test's own database without the schema. `locale` is a clause of CREATE DATABASE. */
export async function createUnmigratedDatabase(locale?: string): Promise<TestDatabase> {
  const database = await createBareDatabase(inject('testDatabaseServer'), locale);
  return connect(database, database.drop);
}

/** DATABASE_URL for the database. */
export function urlOf({ connection }: Pick<TestDatabase, 'connection'>): string {
  const { host, port, user, database } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

function connect({ connection }: OwnDatabase, release: () => void | Promise<void>): TestDatabase {
  const pool = createPool(connection, { log: silentLog, maxConnections: MAX_CONNECTIONS });
  const close = async () => {
    await pool.end();
    await release();
  };
  return { db: createDb(pool), pool, connection, close };
}
