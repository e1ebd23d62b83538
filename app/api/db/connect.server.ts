import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import type { Log } from '../../lib/log';
import { DatabaseUnavailableError } from '~/postgres/database-unavailable';
import { errorCode } from '~/lib/file-errors.server';
import { startEmbeddedPostgres } from '~/postgres/embedded-postgres.server';

export interface DatabaseSettings {
  /** A PostgreSQL server of version 15 or newer; unset: the embedded one in `dataDir`. */
  databaseUrl?: string | undefined;
  /** See Settings. */
  transactionPooler?: boolean;
  maxConnections?: number;
  dataDir: string;
  /** This process serves DATA_DIR: a second one is refused. */
  application?: boolean;
  log: Log;
  /** Limit for one statement. Longer work sets its own with `set local statement_timeout`. */
  statementTimeoutMs?: number;
  /** How long a server that refuses connections is tried again; it may be starting just now. */
  reachWithinMs?: number;
}

/** The database as the resource folders see it: drizzle over one pool. */
export type Db = NodePgDatabase;

export interface Database {
  db: Db;
  pool: pg.Pool;
  /** Waits for borrowed connections, then lets go of the server; the embedded one may stop. */
  close: () => Promise<void>;
}

export interface PoolSettings {
  log: Log;
  statementTimeoutMs?: number | undefined;
  maxConnections?: number | undefined;
  transactionPooler?: boolean | undefined;
}

const OLDEST_VERSION = 15;
const MAX_CONNECTIONS = 10;
const CONNECTION_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const REACH_WITHIN_MS = 30_000;
const RETRY_PAUSE_MS = 250;
const RETRY_PAUSE_LIMIT_MS = 4_000;

/** Errors of a server, or of its name, that may be there in a moment; 57P03 is "starting up", 53300 "too many clients". */
const PASSING_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  '57P03',
  '53300',
]);

/**
 * Connects to the database and checks that it serves. One call a process: each makes a pool.
 *
 * @throws DatabaseUnavailableError with a text that says what to do; it never holds the password.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { databaseUrl, log } = settings;
  const transactionPooler = databaseUrl !== undefined && settings.transactionPooler;
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres(settings) : undefined;
  const config = embedded?.connection ?? { connectionString: databaseUrl };
  try {
    const place = describePlace(config);
    const pool = createPool(config, { ...settings, transactionPooler });
    try {
      await assertServes(pool, { place, log, withinMs: settings.reachWithinMs ?? REACH_WITHIN_MS });
    } catch (error) {
      await pool.end();
      throw error;
    }
    // A server that was started again may have its socket elsewhere; only new connections look.
    embedded?.keepAlive((connection) => Object.assign(pool.options, connection));
    const close = async () => {
      await pool.end();
      await embedded?.stop();
    };
    return { db: createDb(pool, transactionPooler ? settings : undefined), pool, close };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/**
 * drizzle over a pool. With `pooled` every transaction sets its own limit, as nothing set for a connection would hold
 * behind a transaction pooler.
 */
export function createDb(pool: pg.Pool, pooled?: Pick<PoolSettings, 'statementTimeoutMs'>): Db {
  const db = drizzle({ client: pool });
  if (!pooled) return db;
  const limit = sql.raw(
    `set local statement_timeout = ${pooled.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS}`,
  );
  const transaction = db.transaction.bind(db);
  db.transaction = (work, config) =>
    transaction(async (tx) => {
      await tx.execute(limit);
      return work(tx);
    }, config);
  return db;
}

/** A pool with the limits every connection of this application has. */
export function createPool(config: pg.PoolConfig, settings: PoolSettings): pg.Pool {
  const statementTimeoutMs = settings.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const pool = new pg.Pool({
    ...config,
    application_name: 'condo-admin',
    max: settings.maxConnections ?? MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    // A transaction pooler refuses a connection that asks for settings.
    ...(!settings.transactionPooler && { statement_timeout: statementTimeoutMs }),
  });
  if (settings.transactionPooler) limitSingleStatements(pool, statementTimeoutMs);
  // An idle connection that breaks is replaced at its next use; unheard, its error would end the process.
  pool.on('error', (error) =>
    // Not the error itself: pg hangs its whole client on it.
    settings.log.warn({ reason: reasonOf(error) }, 'A database connection was lost'),
  );
  return pool;
}

/**
 * Behind a transaction pooler a statement outside of a transaction has no name, as the next one may meet another
 * connection, and is timed here: pg gives it up and drops its connection. In a transaction, on a client of its own,
 * `set local` does it (createDb).
 */
function limitSingleStatements(pool: pg.Pool, limitMs: number): void {
  const query: unknown = Reflect.get(pool, 'query');
  if (typeof query !== 'function') throw new TypeError('The pool takes no queries');
  Reflect.set(pool, 'query', (statement: unknown, ...rest: unknown[]) => {
    const config = typeof statement === 'string' ? { text: statement } : statement;
    const limited =
      typeof config === 'object' ? { query_timeout: limitMs, ...config, name: undefined } : config;
    const result: unknown = Reflect.apply(query, pool, [limited, ...rest]);
    return result;
  });
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

interface Reach {
  place: string;
  log: Log;
  withinMs: number;
}

async function assertServes(pool: pg.Pool, { place, log, withinMs }: Reach): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (let pause = RETRY_PAUSE_MS; ; pause = Math.min(pause * 2, RETRY_PAUSE_LIMIT_MS)) {
    try {
      return await assertSuitable(pool, place);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error;
      if (!isPassing(error) || Date.now() + pause > deadline) throw unreachable(error, place);
      const seconds = Math.ceil((deadline - Date.now()) / 1000);
      log.warn({ reason: reasonOf(error) }, `${place} cannot be reached: trying for ${seconds} s`);
      await sleep(pause);
    }
  }
}

function isPassing(error: unknown): boolean {
  // The pool's own time limit for a connection carries no code.
  return (
    PASSING_ERRORS.has(errorCode(error) ?? '') ||
    (error instanceof Error && /timeout exceeded|connection timeout/i.test(error.message))
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(errorCode(error));
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
  ['08P01', 'takes no settings for a connection. Set DATABASE_POOLER=transaction.'],
  ['53300', 'has no free connection. Raise max_connections, or end other clients.'],
]);

function unreachable(error: unknown, place: string): DatabaseUnavailableError {
  const code = errorCode(error) ?? '';
  const reason =
    REASONS.get(code) ?? 'cannot be reached. Start that server, or correct or unset DATABASE_URL.';
  return new DatabaseUnavailableError(`${place} ${reason} (${reasonOf(error)})`, { cause: error });
}
