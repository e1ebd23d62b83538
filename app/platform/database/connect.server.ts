import { setTimeout as sleep } from 'node:timers/promises';

import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import type { Log } from '~/platform/log';
import { DatabaseUnavailableError } from '~/platform/postgres/database-unavailable';
import { errorCode } from '~/platform/file-errors.server';
import { startEmbeddedPostgres } from '~/platform/postgres/embedded-postgres.server';
import { createDb, createPool, reasonOf, type PoolSettings } from './pool.server';

export interface DatabaseSettings extends PoolSettings {
  /** A PostgreSQL server of version 15 or newer. If unset, the embedded one in `dataDir` is used. */
  databaseUrl?: string | undefined;
  /** Supplies the password of each new connection if `databaseUrl` has none. */
  databasePassword?: (() => string | undefined) | undefined;
  dataDir: string;
  /** True for the process that serves DATA_DIR. Commands join its database; a second one is rejected. */
  application?: boolean;
  /**
   * True for tools that read or write the panel's data. The embedded database is then neither created nor
   * set up.
   */
  existing?: boolean;
  /** Time for which a server that rejects connections is retried, as it may be starting. */
  reachWithinMs?: number;
}

/** The database as rooms use it: drizzle over one pool. */
export type Db = NodePgDatabase;

export interface Database {
  db: Db;
  pool: pg.Pool;
  /** Waits for connections in use, then disconnects; the owner of the embedded server stops it. */
  close: () => Promise<void>;
}

const OLDEST_VERSION = 15;
const REACH_WITHIN_MS = 30_000;
const RETRY_PAUSE_MS = 250;
const RETRY_PAUSE_LIMIT_MS = 4_000;

/** Errors that may be temporary, such as 57P03 "starting up" and 53300 "too many clients". */
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
 * Connects to the database and checks that it is usable. Each call creates a pool.
 * @throws DatabaseUnavailableError with a message that says what to do and never contains the password.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { databaseUrl, log } = settings;
  const transactionPooler = databaseUrl !== undefined && settings.transactionPooler;
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres(settings) : undefined;
  const config = embedded?.connection ?? { connectionString: addressOf(settings) };
  try {
    const place = describePlace(config);
    const pool = createPool(config, { ...settings, transactionPooler });
    // The driver reads the options again for each connection.
    if (!embedded)
      Object.defineProperty(pool.options, 'connectionString', { get: () => addressOf(settings) });
    try {
      await assertServes(pool, { place, log, withinMs: settings.reachWithinMs ?? REACH_WITHIN_MS });
    } catch (error) {
      await pool.end();
      throw error;
    }
    // A restarted server may have another socket. New connections use the current one.
    embedded?.keepAlive((connection) => Object.assign(pool.options, connection));
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

/**
 * DATABASE_URL with the current password. The password is a parameter, since an address without a host
 * accepts no other form.
 */
function addressOf({ databaseUrl = '', databasePassword }: DatabaseSettings): string {
  const address = withCheckedTls(databaseUrl);
  const password = databasePassword?.();
  if (password === undefined) return address;
  const url = new URL(address);
  url.searchParams.set('password', password);
  return url.href;
}

/**
 * pg verifies certificates fully for all of these modes, but warns each time. So the mode is replaced by
 * verify-full.
 */
function withCheckedTls(address: string): string {
  if (address.includes('uselibpqcompat=')) return address;
  return address.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** Host and database for messages. pg itself parses the address, so that no password gets into a message. */
function describePlace(config: pg.PoolConfig): string {
  try {
    if (hasStrayAt(config.connectionString)) throw new Error('The password is not encoded');
    const { host, port, database } = new pg.Client(config);
    return `PostgreSQL at ${host}:${port}, database "${database}"`;
  } catch (error) {
    // pg reads the files of sslrootcert, sslcert and sslkey.
    if (error instanceof Error && 'path' in error) {
      throw new DatabaseUnavailableError(
        `DATABASE_URL names a file that cannot be read: ${error.message}`,
      );
    }
    throw new DatabaseUnavailableError(
      'DATABASE_URL is not an address of a database. It looks like ' +
        'postgres://user:password@host:5432/database, with special characters of the password percent-encoded.',
    );
  }
}

/**
 * True if an "@" follows the server's name, because a "/", "?" or "#" in the password has split it wrongly.
 */
function hasStrayAt(address = ''): boolean {
  return /^[^/?#]*\/\/[^/?#]*[/?#].*@/.test(address);
}

async function assertServes(
  pool: pg.Pool,
  { place, log, withinMs }: { place: string; log: Log; withinMs: number },
): Promise<void> {
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
  // The pool's time-out error has no code.
  return (
    PASSING_ERRORS.has(errorCode(error) ?? '') ||
    (error instanceof Error && /timeout exceeded|connection timeout/i.test(error.message))
  );
}

async function assertSuitable(pool: pg.Pool, place: string): Promise<void> {
  const { rows } = await pool.query<{ version: number; encoding: string; icu: boolean }>(`
    select current_setting('server_version_num')::int / 10000 as version,
           getdatabaseencoding() as encoding,
           exists (select from pg_collation where collname = 'und-x-icu') as icu`);
  const [facts] = rows;
  if (facts === undefined) throw new Error('The server did not return its version');
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
  [
    '28P01',
    'rejected the user name or password. Correct DATABASE_URL or DATABASE_PASSWORD, with special characters of the former percent-encoded.',
  ],
  [
    '28000',
    'rejected the user. Correct DATABASE_URL (with ?sslmode=verify-full where the server takes TLS alone), or allow the connection in pg_hba.conf.',
  ],
  ['3D000', 'has no such database. Create it, or correct DATABASE_URL.'],
  ['08P01', 'takes no settings for a connection. Set DATABASE_POOLER=transaction.'],
  ['53300', 'has no free connection. Raise max_connections, or end other clients.'],
]);

/** Reasons for failed TLS, by Node's certificate errors, and by pg's error for a server without TLS. */
const TLS_REASONS: [RegExp, string][] = [
  [
    /ALTNAME/,
    'has a certificate for another name. Write the name of the certificate as host into DATABASE_URL.',
  ],
  [
    /CERT|VERIFY_LEAF/,
    'has a certificate that no authority known here has signed. Name the file of its own in DATABASE_URL: ?sslmode=verify-full&sslrootcert=/path/ca.pem',
  ],
  [/does not support SSL/, 'takes no TLS. Take sslmode out of DATABASE_URL, or turn its ssl on.'],
];

function unreachable(error: unknown, place: string): DatabaseUnavailableError {
  const code = errorCode(error) ?? '';
  const reason =
    REASONS.get(code) ??
    TLS_REASONS.find(([of]) => of.test(`${code} ${reasonOf(error)}`))?.[1] ??
    'cannot be reached. Start that server, or correct or unset DATABASE_URL.';
  return new DatabaseUnavailableError(`${place} ${reason} (${reasonOf(error)})`, { cause: error });
}
