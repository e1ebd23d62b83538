import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';
import pg from 'pg';
import type { Log } from '~/lib/log';
import { slowStatements } from '~/lib/metrics.server';
import { currentRoute } from '~/lib/request-context.server';
import { ANSWER_MARGIN_MS, DatabaseTimeoutError, statementTimeMs } from './time-limits.server';

/** PostgreSQL's message to cancel what a connection runs: length, code, the connection's process and its secret. */
const MESSAGE_BYTES = 16;
const CANCEL_CODE = 80_877_102;

/** How long the server has to take the message, and to end the statement. */
const CANCEL_LIMIT_MS = 2_000;

/** Asks the server, by a connection of its own, to end the statement of this one, which then gets its outcome. */
function cancelStatement(client: pg.Client): void {
  const pid: unknown = Reflect.get(client, 'processID');
  const secret: unknown = Reflect.get(client, 'secretKey');
  if (typeof pid !== 'number' || typeof secret !== 'number') return;
  const message = Buffer.alloc(MESSAGE_BYTES);
  message.writeInt32BE(MESSAGE_BYTES, 0);
  message.writeInt32BE(CANCEL_CODE, 4);
  message.writeInt32BE(pid, 8);
  message.writeInt32BE(secret, 12);
  const { host, port } = client;
  const isSocket = host.startsWith('/');
  const socket = connect(isSocket ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.setTimeout(CANCEL_LIMIT_MS, () => socket.destroy());
  // A server that cannot be reached has no statement to end; the caller's own limit closes the connection.
  socket.on('error', () => undefined);
  socket.end(message);
}

/** A statement that takes longer is logged. */
const SLOW_STATEMENT_MS = 500;
/** The part of its text that is logged; values are not in it. */
const LOGGED_TEXT_LENGTH = 1_000;
/** How long a server has to close a connection that we have ended. */
const CLOSE_LIMIT_MS = 2_000;

/** Calls the `query` that `owner` has, for a connection and by any of its signatures. */
export function sendQuery(owner: pg.Client, client: pg.Client, args: readonly unknown[]): unknown {
  const query: unknown = Reflect.get(owner, 'query');
  if (typeof query !== 'function') throw new TypeError('Nothing to send a query by');
  const result: unknown = Reflect.apply(query, client, args);
  return result;
}

interface StatementLimits {
  statementTimeoutMs: number;
  transactionPooler: boolean;
  log: Log;
}

/**
 * Makes the class of a pool's connections. They cancel a statement that gets no response in time, so that a change that was
 * answered with an error is not committed afterwards, and close where the server hangs or has vanished.
 *
 * Behind a transaction pooler this is the only limit of a statement outside of a transaction, and such a statement is
 * unnamed, as the next one may run on another connection.
 */
export function limitedClient({ statementTimeoutMs, transactionPooler, log }: StatementLimits) {
  return class LimitedClient extends pg.Client {
    #timer: NodeJS.Timeout | undefined;
    #isCancelled = false;
    #logSlow: (() => void) | undefined;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('drain', () => {
        clearTimeout(this.#timer);
        this.#logSlow?.();
        // The message may still be on its way, and would hit the next statement of another call.
        if (this.#isCancelled && this.getTransactionStatus() === 'I') void this.end();
      });
      this.on('end', () => clearTimeout(this.#timer));
      // A connection that breaks in use fails its statement; without a listener this event would end the process.
      this.on('error', () => undefined);
      const { stream } = this.connection;
      // A server that does not respond would never close its side, and the pool's end would wait for it.
      stream.once('finish', () => setTimeout(() => stream.destroy(), CLOSE_LIMIT_MS).unref());
    }

    // It fits all of pg's signatures, which are what callers see.
    override query(...args: unknown[]): never;
    override query(statement: unknown, ...rest: unknown[]): unknown {
      const isAlone = this.getTransactionStatus() === 'I';
      const ownMs = statementTimeoutMs + (transactionPooler && isAlone ? 0 : ANSWER_MARGIN_MS);
      const limitMs = statementTimeMs(ownMs);
      const isLimited = Number.isFinite(limitMs);
      clearTimeout(this.#timer);
      if (limitMs <= 0) this.#close(limitMs);
      else if (isLimited) this.#timer = setTimeout(() => this.#cancel(limitMs), limitMs);
      // A tool's statements have no limit, and may take as long as they do.
      this.#logSlow = isLimited ? slowStatementLog(log, statement) : undefined;
      const isNamed = transactionPooler && typeof statement === 'object';
      const sent = isNamed ? { ...statement, name: undefined } : statement;
      return sendQuery(pg.Client.prototype, this, [sent, ...rest]);
    }

    #cancel(limitMs: number): void {
      this.#isCancelled = true;
      cancelStatement(this);
      this.#timer = setTimeout(() => this.#close(limitMs), CANCEL_LIMIT_MS);
    }

    #close(limitMs: number): void {
      this.connection.stream.destroy(new DatabaseTimeoutError(limitMs));
    }
  };
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
