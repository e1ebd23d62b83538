import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Log } from '~/platform/log';
import { slowStatements } from '~/platform/metrics.server';
import { currentRoute } from '~/platform/request-context.server';
import {
  ANSWER_MARGIN_MS,
  DatabaseTimeoutError,
  IDLE_IN_TRANSACTION_MS,
  statementTimeMs,
} from './time-limits.server';

/** Statements that take longer are logged. */
const SLOW_STATEMENT_MS = 500;
/** Characters of a logged statement. Values are not part of its text. */
const LOGGED_TEXT_LENGTH = 1_000;
/** Time for a server to close a connection that this process has ended. */
const CLOSE_LIMIT_MS = 2_000;

/** Calls the `query` of `owner` for a connection, with any of its signatures. */
export function sendQuery(owner: pg.Client, client: pg.Client, args: readonly unknown[]): unknown {
  const query: unknown = Reflect.get(owner, 'query');
  if (typeof query !== 'function') throw new TypeError('Nothing to send a query by');
  const result: unknown = Reflect.apply(query, client, args);
  return result;
}

export interface StatementLimits {
  /** Limit of a statement at the server. A call or a long transaction may set another. */
  statementTimeoutMs: number;
  transactionPooler: boolean;
}

/**
 * Makes the class of a pool's connections. PostgreSQL ends a statement that exceeds its limit, so that a
 * change that was answered with an error is not committed later. A connection closes itself only if the
 * server hangs or has vanished.
 * Behind a transaction pooler a statement is unnamed, as the next one may run on another connection of the
 * server.
 */
export function limitedClient(limits: StatementLimits, log: Log) {
  return class LimitedClient extends pg.Client {
    #timer: NodeJS.Timeout | undefined;
    #logSlow: (() => void) | undefined;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('drain', () => {
        clearTimeout(this.#timer);
        this.#logSlow?.();
      });
      this.on('end', () => clearTimeout(this.#timer));
      // A broken connection fails its statement anyway. Without a listener this event would end the
      // process.
      this.on('error', () => undefined);
      const { stream } = this.connection;
      // A server that does not respond would never close its side, and ending the pool would wait for it.
      stream.once('finish', () => setTimeout(() => stream.destroy(), CLOSE_LIMIT_MS).unref());
    }

    // Compatible with every overload of pg's query(), which callers see instead.
    override query(...args: unknown[]): never;
    override query(statement: unknown, ...rest: unknown[]): unknown {
      const ms = statementTimeMs(limits.statementTimeoutMs);
      const isLimited = Number.isFinite(ms);
      const close = () => this.connection.stream.destroy(new DatabaseTimeoutError(ms));
      clearTimeout(this.#timer);
      if (ms <= 0) close();
      else if (isLimited) this.#timer = setTimeout(close, ms + ANSWER_MARGIN_MS);
      const limit = limitStatement(limits);
      if (limit !== null && this.getTransactionStatus() === 'T') sendRaw(this, limit);
      // Statements of a tool have no limit and are not logged as slow.
      this.#logSlow = isLimited ? slowStatementLog(log, statement) : undefined;
      const isNamed = limits.transactionPooler && typeof statement === 'object';
      const sent = isNamed ? { ...statement, name: undefined } : statement;
      return sendQuery(pg.Client.prototype, this, [sent, ...rest]);
    }
  };
}

type Answered = (error: unknown, result?: unknown) => void;

/**
 * Sends a statement outside of a transaction. If its limit differs from the connection's, it is wrapped in
 * a transaction, which is sent together and takes no more round trips.
 */
export function sendAlone(
  client: pg.Client,
  args: readonly unknown[],
  limits: StatementLimits,
  answered: Answered,
): void {
  const limit = limitStatement(limits);
  if (limit === null) {
    sendQuery(client, client, [...args, answered]);
    return;
  }
  sendRaw(client, `begin; ${limit}`);
  let outcome: Parameters<Answered>;
  const keep: Answered = (...its) => void (outcome = its);
  sendQuery(client, client, [...args, keep]);
  sendRaw(client, 'commit', (error) => answered(outcome[0] ?? error, outcome[1]));
}

/** SQL that limits the next statement; null if the connection's limit applies, or none. */
function limitStatement({ statementTimeoutMs, transactionPooler }: StatementLimits): string | null {
  // Whole milliseconds, and at least 1, since 0 means no limit.
  const ms = Math.ceil(statementTimeMs(statementTimeoutMs));
  const isOwn = transactionPooler || ms !== statementTimeoutMs;
  if (!isOwn || ms <= 0 || !Number.isFinite(ms)) return null;
  return (
    `set local statement_timeout = ${ms}; ` +
    `set local idle_in_transaction_session_timeout = ${ms + IDLE_IN_TRANSACTION_MS}`
  );
}

/** Sends SQL by pg's own query(), without the limits above. */
function sendRaw(client: pg.Client, text: string, answered: Answered = () => undefined): void {
  sendQuery(pg.Client.prototype, client, [text, answered]);
}

/**
 * Returns a function that logs a slow statement when it has ended, with the ids and the route of its call.
 */
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
