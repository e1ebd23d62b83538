import { inject } from 'vitest';

import type { Database } from '~/api/db/connect.server';
import { createDb, createPool } from '~/api/db/pool.server';
import type { EmbeddedConnection } from '~/postgres/embedded-postgres.server';
import { silentLog } from './silent-log';
import { copyTemplate } from './template-copy';

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
  const { connection, drop } = await copyTemplate(inject('testDatabaseServer'));
  const pool = createPool(connection, { log: silentLog, maxConnections: MAX_CONNECTIONS });
  const close = async () => {
    await pool.end();
    await drop();
  };
  return { db: createDb(pool), pool, connection, close };
}
