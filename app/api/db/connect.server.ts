import { setTimeout as sleep } from 'node:timers/promises';

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import type { Log } from '../../lib/log';
import { DatabaseUnavailableError } from './database-unavailable';
import { errorCode } from './embedded/file-errors.server';
import { startEmbeddedPostgres } from './launcher.server';
import * as schema from './schema';

export interface DatabaseSettings {
  /** A PostgreSQL server of version 15 or newer; unset: the embedded one in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  log: Log;
  /** Limit for one statement. Longer work sets its own with `set local statement_timeout`. */
  statementTimeoutMs?: number;
  /** How long a server that refuses connections is tried again; it may be starting just now. */
  reachWithinMs?: number;
}

/** The database as the resource folders see it: drizzle over one pool. */
export type Db = NodePgDatabase<typeof schema>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  /** Waits for borrowed connections, then lets go of the server; the embedded one may stop. */
  close: () => Promise<void>;
}

export interface PoolSettings {
  log: Log;
  statementTimeoutMs?: number | undefined;
  maxConnections?: number;
}

const OLDEST_VERSION = 15;
const MAX_CONNECTIONS = 10;
const CONNECTION_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const REACH_WITHIN_MS = 10_000;
const RETRY_PAUSE_MS = 250;

/** Errors of a server, or of its name, that may be there in a moment; 57P03 is "starting up". */
const PASSING_ERRORS = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03']);

/**
 * Connects to the database and checks that it serves. One call a process: each makes a pool.
 *
 * @throws DatabaseUnavailableError with a text that says what to do; it never holds the password.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { databaseUrl, dataDir, log, statementTimeoutMs } = settings;
  const embedded =
    databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : undefined;
  const config = embedded?.connection ?? { connectionString: databaseUrl };
  try {
    const place = describePlace(config);
    const pool = createPool(config, { log, statementTimeoutMs });
    try {
      await assertServes(pool, place, settings.reachWithinMs ?? REACH_WITHIN_MS);
    } catch (error) {
      await pool.end();
      throw error;
    }
    const close = async () => {
      await pool.end();
      await embedded?.stop();
    };
    return { db: createDb(pool), pool, close };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** drizzle over a pool; drizzle's statements stay unnamed, which poolers such as PgBouncer want. */
export function createDb(pool: pg.Pool): Db {
  return drizzle({ client: pool, schema });
}

/** A pool with the limits every connection of this application has. */
export function createPool(config: pg.PoolConfig, settings: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    application_name: 'condo-admin',
    max: settings.maxConnections ?? MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: settings.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
  });
  // An idle connection that breaks is replaced at its next use; unheard, its error would end the process.
  pool.on('error', (error) => settings.log.warn({ err: error }, 'A database connection was lost'));
  return pool;
}

/** Host and database for messages. Parsed by pg itself, so that no password gets into a text. */
function describePlace(config: pg.PoolConfig): string {
  try {
    const { host, port, database } = new pg.Client(config);
    return `PostgreSQL at ${host}:${port}, database "${database}"`;
  } catch {
    throw new DatabaseUnavailableError(
      'DATABASE_URL is not an address of a database. It looks like ' +
        'postgres://user:password@host:5432/database, with special characters of the password percent-encoded.',
    );
  }
}

async function assertServes(pool: pg.Pool, place: string, reachWithinMs: number): Promise<void> {
  const deadline = Date.now() + reachWithinMs;
  for (;;) {
    try {
      return await assertSuitable(pool, place);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error;
      const passing = PASSING_ERRORS.has(errorCode(error) ?? '');
      if (!passing || Date.now() + RETRY_PAUSE_MS > deadline) throw unreachable(error, place);
      await sleep(RETRY_PAUSE_MS);
    }
  }
}

interface ServerFacts {
  version: number;
  encoding: string;
  icu: boolean;
}

async function assertSuitable(pool: pg.Pool, place: string): Promise<void> {
  const { rows } = await pool.query<ServerFacts>(`
    select current_setting('server_version_num')::int / 10000 as version,
           getdatabaseencoding() as encoding,
           exists (select from pg_collation where collname = 'und-x-icu') as icu`);
  const [facts] = rows;
  if (facts === undefined) throw new Error('The server did not describe itself');
  if (facts.version < OLDEST_VERSION) {
    throw new DatabaseUnavailableError(
      `${place} is version ${facts.version}. Version ${OLDEST_VERSION} or newer is needed.`,
    );
  }
  if (facts.encoding !== 'UTF8') {
    throw new DatabaseUnavailableError(
      `${place} stores text as ${facts.encoding}. Create a database with encoding UTF8 and name it in DATABASE_URL.`,
    );
  }
  if (!facts.icu) {
    throw new DatabaseUnavailableError(
      `${place} was built without ICU, by which names are sorted. Use a PostgreSQL with ICU.`,
    );
  }
}

const REASONS = new Map([
  ['28P01', 'refused the user name or password. Correct DATABASE_URL.'],
  ['28000', 'refused the user. Correct DATABASE_URL, or allow the connection in pg_hba.conf.'],
  ['3D000', 'has no such database. Create it, or correct DATABASE_URL.'],
  ['53300', 'has no free connection. Raise max_connections, or end other clients.'],
]);

function unreachable(error: unknown, place: string): DatabaseUnavailableError {
  const code = errorCode(error) ?? '';
  const said = error instanceof Error && error.message !== '' ? error.message : code;
  const reason =
    REASONS.get(code) ?? 'cannot be reached. Start that server, or correct or unset DATABASE_URL.';
  return new DatabaseUnavailableError(`${place} ${reason} (${said})`, { cause: error });
}
