import { randomBytes } from 'node:crypto';

import pg from 'pg';

import type { EmbeddedConnection } from '~/postgres/embedded-postgres.server';

/**
 * A new database with the newest schema and no rows, on the server of tests/support/database-server.ts, whose connection
 * names the template.
 */
export async function copyTemplate(
  server: EmbeddedConnection,
): Promise<{ connection: EmbeddedConnection; drop: () => Promise<void> }> {
  const name = `test_${Date.now()}_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template ${server.database}`);
  return {
    connection: { ...server, database: name },
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  };
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
