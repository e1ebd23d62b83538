import { randomBytes } from 'node:crypto';

import pg from 'pg';
import { inject } from 'vitest';

import type { Database } from '~/api/db/connect.server';
import { createDb, createPool } from '~/api/db/pool.server';
import type { EmbeddedConnection } from '~/postgres/embedded-postgres.server';
import { silentLog } from './silent-log';

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
  const server = inject('testDatabaseServer');
  const template = server.database;
  const name = `test_${Date.now()}_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template ${template}`);

  const connection = { ...server, database: name };
  const pool = createPool(connection, { log: silentLog, maxConnections: MAX_CONNECTIONS });
  const close = async () => {
    await pool.end();
    await administer(server, `drop database if exists ${name} with (force)`);
  };
  return { db: createDb(pool), pool, connection, close };
}

async function administer(server: EmbeddedConnection, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
