import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { errorCode } from '~/lib/file-errors.server';
import type { Log } from '~/lib/log';
import { slowStatements } from '~/lib/metrics.server';
import { currentRoute } from '~/lib/request-context.server';
import { SCHEMA_VERSION } from './bundled-migrations.server';
import { CANCEL_LIMIT_MS, cancelStatement } from './cancel-statement.server';
import {
  ANSWER_MARGIN_MS,
  DatabaseTimeoutError,
  IDLE_IN_TRANSACTION_MS,
  setTransactionLimits,
  statementTimeMs,
} from './time-limits.server';

export interface PoolSettings {
  log: Log;
  /** Limit for one statement. Longer work: time-limits.server.ts. */
  statementTimeoutMs?: number | undefined;
  maxConnections?: number | undefined;
  /** See Settings. */
  transactionPooler?: boolean | undefined;
}

const MAX_CONNECTIONS = 10;
const CONNECTION_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** A statement that takes longer is logged. */
const SLOW_STATEMENT_MS = 500;
/** The part of its text that is logged; values are not in it. */
const LOGGED_TEXT_LENGTH = 1_000;
/** Idle before the first probe. A server that vanished is noticed some ten seconds later. */
const KEEP_ALIVE_DELAY_MS = 10_000;
/** How long a server has to close a connection that we have ended. */
const CLOSE_LIMIT_MS = 2_000;

/**
 * drizzle over a pool. Each transaction takes its connection here and gives it back whatever happens: drizzle's own keeps that
 * of one that cannot begin, and after ten of them nothing is answered any more. With `pooled` every transaction sets its own
 * limits, as connection settings do not last behind a transaction pooler.
 */
export function createDb(
  pool: pg.Pool,
  pooled?: Pick<PoolSettings, 'statementTimeoutMs'>,
): NodePgDatabase {
  const db = drizzle({ client: pool });
  const limits = pooled && setTransactionLimits(pooled.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS);
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle({ client }).transaction(async (tx) => {
        if (limits) await tx.execute(limits);
        return work(tx);
      }, config);
    } finally {
      client.release();
    }
  };
  return db;
}

/** A pool with the limits of every connection of this application. */
export function createPool(config: pg.PoolConfig, settings: PoolSettings): pg.Pool {
  const { log, transactionPooler = false } = settings;
  const statementTimeoutMs = settings.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const pool = new pg.Pool({
    ...config,
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
  });
  keepContext(pool);
  pool.on('connect', (client) => {
    limitStatements(client, { statementTimeoutMs, transactionPooler, log });
    limitClosing(client);
    // A connection that breaks in use fails its statement; without a listener this event would end the process.
    client.on('error', () => undefined);
  });
  // An idle connection that breaks is replaced at its next use.
  pool.on('error', (error) =>
    // Not the error itself: pg attaches its whole client to it.
    log.warn({ reason: reasonOf(error) }, 'A database connection was lost'),
  );
  return pool;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(errorCode(error));
}

type Send = (...args: unknown[]) => unknown;

/** `query` of a connection, whose many signatures cannot be wrapped one by one. */
function queryOf(client: pg.PoolClient): Send {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') throw new TypeError('Nothing to send a query by');
  return (...args) => {
    const result: unknown = Reflect.apply(query, client, args);
    return result;
  };
}

/**
 * Every statement keeps its connection when it fails, and the async context it was sent in, on which limits depend: pg's own
 * `query` closes the one, and runs a waiting statement in the context that released the connection. By callbacks: with
 * pg's promises each answer stays in memory until a full garbage collection, which was a quarter of a list call's time.
 */
function keepContext(pool: pg.Pool): void {
  Reflect.set(pool, 'query', (...args: unknown[]) => {
    const inContext = AsyncLocalStorage.snapshot();
    return new Promise((resolve, reject) => {
      pool.connect((noConnection, client, release) => {
        if (!client) {
          reject(noConnection);
          return;
        }
        const finish = (error: unknown, result?: unknown) => {
          // After the connection's own listeners, which close one whose statement was cancelled.
          queueMicrotask(() => release());
          if (error) reject(error);
          else resolve(result);
        };
        try {
          inContext(queryOf(client), ...args, finish);
        } catch (error) {
          finish(error);
        }
      });
    });
  });
}

/**
 * Cancels a statement that gets no response in time, so that a change that was answered with an error is not committed
 * afterwards, and closes the connection where that gets none either: the server's own limit does not help where the
 * server hangs or has vanished. pg's query_timeout would reject and keep the connection, with the statement still ahead
 * of all later ones.
 *
 * Behind a transaction pooler this is the only limit of a statement outside of a transaction, and such a statement is
 * unnamed, as the next one may run on another connection.
 */
function limitStatements(
  client: pg.PoolClient,
  {
    statementTimeoutMs,
    transactionPooler,
    log,
  }: { statementTimeoutMs: number; transactionPooler: boolean; log: Log },
): void {
  let timer: NodeJS.Timeout | undefined;
  let isCancelled = false;
  let logSlow: (() => void) | undefined;
  const stop = () => clearTimeout(timer);
  const close = (limitMs: number) =>
    client.connection.stream.destroy(new DatabaseTimeoutError(limitMs));
  const cancel = (limitMs: number) => {
    isCancelled = true;
    cancelStatement(client);
    timer = setTimeout(close, CANCEL_LIMIT_MS, limitMs);
  };
  const send = queryOf(client);
  Reflect.set(client, 'query', (statement: unknown, ...rest: unknown[]) => {
    const alone = client.getTransactionStatus() === 'I';
    const ownMs = statementTimeoutMs + (transactionPooler && alone ? 0 : ANSWER_MARGIN_MS);
    const limitMs = statementTimeMs(ownMs);
    stop();
    if (limitMs <= 0) close(limitMs);
    else if (Number.isFinite(limitMs)) timer = setTimeout(cancel, limitMs, limitMs);
    // A tool's statements have no limit, and may take as long as they do.
    logSlow = Number.isFinite(limitMs) ? slowStatementLog(log, statement) : undefined;
    const sent =
      transactionPooler && typeof statement === 'object'
        ? { ...statement, name: undefined }
        : statement;
    return send(sent, ...rest);
  });
  client.on('drain', () => {
    stop();
    logSlow?.();
    // The message may still be on its way, and would hit the next statement of another call.
    if (isCancelled && client.getTransactionStatus() === 'I') void client.end();
  });
  client.on('end', stop);
}

/** Logs a statement that has taken long when it has ended, with the ids and the route of its call. */
function slowStatementLog(log: Log, statement: unknown): () => void {
  const started = performance.now();
  const inCall = AsyncLocalStorage.snapshot();
  return () => {
    const ms = Math.round(performance.now() - started);
    if (ms <= SLOW_STATEMENT_MS) return;
    slowStatements.inc();
    const text = textOf(statement).slice(0, LOGGED_TEXT_LENGTH);
    inCall(() => log.warn({ ms, route: currentRoute(), statement: text }, 'A slow statement'));
  };
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const isQuery = typeof statement === 'object' && statement !== null && 'text' in statement;
  return isQuery ? String(statement.text) : '';
}

/** A server that does not respond would never close its side, and the pool's end would wait for it. */
function limitClosing(client: pg.PoolClient): void {
  const { stream } = client.connection;
  stream.once('finish', () => setTimeout(() => stream.destroy(), CLOSE_LIMIT_MS).unref());
}
