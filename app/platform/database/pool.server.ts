import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle, NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { errorCode } from '~/platform/file-errors.server';
import type { Log } from '~/platform/log';
import { SCHEMA_VERSION } from './migrate.server';
import { endsConnection } from './errors';
import { limitedClient, sendAlone, type StatementLimits } from './limited-client.server';
import { IDLE_IN_TRANSACTION_MS, type Transaction } from './time-limits.server';

export interface PoolSettings {
  log: Log;
  /** Limit of one statement. Longer work: time-limits.server.ts. */
  statementTimeoutMs?: number | undefined;
  maxConnections?: number | undefined;
  /** See Settings. */
  transactionPooler?: boolean | undefined;
}

const MAX_CONNECTIONS = 10;
const CONNECTION_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** Idle time before the first probe. A vanished server is noticed some ten seconds later. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** drizzle over a pool. drizzle's own transaction leaks its connection if it cannot begin. */
class PooledDatabase extends NodePgDatabase {
  constructor(private readonly pool: pg.Pool) {
    const dialect = new PgDialect();
    super(dialect, new NodePgSession(pool, dialect, undefined), undefined);
  }

  override async transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    config?: PgTransactionConfig,
  ): Promise<T> {
    const client = await this.pool.connect();
    let failure: unknown;
    // The first error is the reason. The rollback may fail too, if the connection was lost.
    const fail = (error: unknown) => {
      failure ??= error;
      throw failure;
    };
    try {
      return await drizzle({ client })
        .transaction((tx) => work(tx).catch(fail), config)
        .catch(fail);
    } finally {
      client.release(endsConnection(failure));
    }
  }
}

export function createDb(pool: pg.Pool): NodePgDatabase {
  return new PooledDatabase(pool);
}

/** A pool with the limits of every connection of this application. */
export function createPool(config: pg.PoolConfig, settings: PoolSettings): pg.Pool {
  const { log, transactionPooler = false } = settings;
  const statementTimeoutMs = settings.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const limits = { statementTimeoutMs, transactionPooler };
  const options = {
    ...config,
    Client: limitedClient(limits, log),
    // The limit of a statement is sent together with it, without another round trip.
    pipeline: true,
    application_name: `condo-admin ${SCHEMA_VERSION}`,
    max: settings.maxConnections ?? MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    // A transaction pooler rejects a connection with settings.
    ...(!transactionPooler && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
  };
  const pool = new ContextPool(options, limits);
  // An idle connection that breaks is replaced at its next use.
  pool.on('error', (error) =>
    // Only the reason is logged: pg attaches its whole client to the error.
    log.warn({ reason: reasonOf(error) }, 'A database connection was lost'),
  );
  return pool;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(errorCode(error));
}

/**
 * A pool whose failed statements keep their connection, and whose statements keep the async context with
 * their limits. pg's own `query` closes the connection, and runs a waiting statement in the context that
 * released the connection. It uses callbacks: with pg's promises each answer stays in memory until a full
 * garbage collection, which took a quarter of a list call's time.
 */
class ContextPool extends pg.Pool {
  constructor(
    options: pg.PoolConfig,
    private readonly limits: StatementLimits,
  ) {
    super(options);
  }

  // This signature fits all of pg's, which callers see instead.
  override query(...args: unknown[]): never;
  override query(...args: unknown[]): unknown {
    const inContext = AsyncLocalStorage.snapshot();
    return new Promise((resolve, reject) => {
      this.connect((noConnection, client, release) => {
        if (!client) {
          reject(noConnection);
          return;
        }
        const finish = (error: unknown, result?: unknown) => {
          release(endsConnection(error));
          if (error) reject(error);
          else resolve(result);
        };
        try {
          inContext(sendAlone, client, args, this.limits, finish);
        } catch (error) {
          release(true);
          reject(error);
        }
      });
    });
  }
}
