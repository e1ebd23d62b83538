import { inject } from 'vitest';

import type { Database } from '~/api/db/connect.server';
import { createDb, createPool } from '~/api/db/pool.server';
import type { EmbeddedConnection } from '~/postgres/embedded-postgres.server';
import { silentLog } from './silent-log';
import { copyTemplate, createBareDatabase } from './template-copy';

export interface TestDatabase extends Database {
  /** How another process connects to the same database. */
  connection: EmbeddedConnection;
}

const MAX_CONNECTIONS = 5;

/**
 * A database of the test's own with the newest schema and no rows, on the server that
 * tests/support/database-server.ts (the project's globalSetup) started. close() drops it.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return connect(await copyTemplate(inject('testDatabaseServer')));
}

/** The same without the schema. */
export async function createUnmigratedDatabase(): Promise<TestDatabase> {
  return connect(await createBareDatabase(inject('testDatabaseServer')));
}

/** DATABASE_URL for the database. */
export function urlOf({ connection }: Pick<TestDatabase, 'connection'>): string {
  const { host, port, user, database } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

function connect({ connection, drop }: Awaited<ReturnType<typeof copyTemplate>>): TestDatabase {
  const pool = createPool(connection, { log: silentLog, maxConnections: MAX_CONNECTIONS });
  const close = async () => {
    await pool.end();
    await drop();
  };
  return { db: createDb(pool), pool, connection, close };
}
