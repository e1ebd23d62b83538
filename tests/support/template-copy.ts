import { randomBytes } from 'node:crypto';

import pg from 'pg';

import type { EmbeddedConnection } from '~/platform/postgres/embedded-postgres.server';

/** The server of tests/support/database-server.ts. */
export interface TestServer extends EmbeddedConnection {
  /**
   * Name of the database with the schema and no rows. It is copied and never connected to, since a
   * connection would prevent the copy.
   */
  template: string;
  /** Part of the names of the databases that this run creates. */
  run: string;
}

/** A new database with the newest schema and no rows, on the server of tests/support/database-server.ts. */
export function copyTemplate(server: TestServer): Promise<OwnDatabase> {
  return createDatabase(server, server.template);
}

/**
 * A new, empty database on that server, without the schema. `locale` is a clause of CREATE DATABASE.
 */
export function createBareDatabase(server: TestServer, locale = ''): Promise<OwnDatabase> {
  return createDatabase(server, `template0 ${locale}`);
}

export interface OwnDatabase {
  connection: EmbeddedConnection;
  drop: () => Promise<void>;
}

async function createDatabase(server: TestServer, template: string): Promise<OwnDatabase> {
  const name = `test_${Date.now()}_${server.run}_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template ${template}`);
  return {
    connection: { ...server, database: name },
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  };
}

async function administer(server: EmbeddedConnection, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
