import { randomBytes } from 'node:crypto';

import pg from 'pg';

import type { EmbeddedConnection } from '~/postgres/embedded-postgres.server';

/** The server of tests/support/database-server.ts; its `database` is the template with the schema and no rows. */
export interface TestServer extends EmbeddedConnection {
  /** In the names of the databases that this run makes. */
  run: string;
}

/**
 * A new database with the newest schema and no rows, on the server of tests/support/database-server.ts, whose connection
 * names the template.
 */
export function copyTemplate(server: TestServer): Promise<OwnDatabase> {
  return createDatabase(server, server.database);
}

/** A new database on that server in which there is nothing at all. */
export function createBareDatabase(server: TestServer): Promise<OwnDatabase> {
  return createDatabase(server, 'template0');
}

export interface OwnDatabase {
  connection: EmbeddedConnection;
  drop: () => Promise<void>;
}

async function createDatabase(server: TestServer, template: string): Promise<OwnDatabase> {
  const name = `test_${Date.now()}_${server.run}_${randomBytes(6).toString('hex')}`;
  await copyOnceFree(server, `create database ${name} template ${template}`);
  return {
    connection: { ...server, database: name },
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  };
}

const OBJECT_IN_USE = '55006';
/** PostgreSQL itself waits 5 s for an autovacuum of the template to end, which is short on a busy machine. */
const COPY_ATTEMPTS = 5;

async function copyOnceFree(server: EmbeddedConnection, statement: string, attempt = 1) {
  try {
    await administer(server, statement);
  } catch (error) {
    const inUse = error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE;
    if (!inUse || attempt === COPY_ATTEMPTS) throw error;
    await copyOnceFree(server, statement, attempt + 1);
  }
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
