import { AsyncLocalStorage } from 'node:async_hooks';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** The database did not answer a statement in time; its connection was closed. */
export class DatabaseTimeoutError extends Error {
  override readonly name = 'DatabaseTimeoutError';

  constructor(limitMs: number) {
    super(`The database did not answer within ${Math.max(0, Math.round(limitMs))} ms`);
  }
}

/** Time limits for the database work of the current async context. */
interface TimeLimit {
  /** Instant at which the time for all statements together ends, as from Date.now(). */
  endsAt: number;
  /** Limit of one statement at the server; undefined for the pool's limit. */
  statementMs: number | undefined;
}

declare global {
  /** Global, since a development server reloads changed modules while the pool belongs to the first copy. */
  var condoAdminTimeLimits: AsyncLocalStorage<TimeLimit> | undefined;
}

const limits = (globalThis.condoAdminTimeLimits ??= new AsyncLocalStorage<TimeLimit>());

/** Limit of all database work of a bulk call: validation, import or undo. */
export const IMPORT_LIMIT_MS = 10 * 60_000;
/** Limit of one statement of an import or its undo, which may wait for another import. */
export const IMPORT_STATEMENT_LIMIT_MS = 120_000;
/** Added to the server's own limit, so that its response can arrive. */
export const ANSWER_MARGIN_MS = 5_000;
/** Longest time for which a client that hangs in a transaction can keep its locks. */
export const IDLE_IN_TRANSACTION_MS = 60_000;

/** Limits all statements of `work` together. Work that continues afterwards has the pool's limits. */
export function withTimeLimit<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  return limited({ endsAt: Date.now() + limitMs, statementMs: undefined }, work);
}

/** Waits for the client, or for other clients. This time does not count against the limit. */
export async function outsideTimeLimit<T>(wait: () => Promise<T>): Promise<T> {
  const started = Date.now();
  try {
    return await wait();
  } finally {
    const limit = limits.getStore();
    if (limit) limit.endsAt += Date.now() - started;
  }
}

/** Removes the limits, for command-line tools: the user waits, and can press Ctrl+C. */
export function withoutTimeLimit<T>(work: () => Promise<T>): Promise<T> {
  return limited({ endsAt: Number.POSITIVE_INFINITY, statementMs: Number.POSITIVE_INFINITY }, work);
}

async function limited<T>(limit: TimeLimit, work: () => Promise<T>): Promise<T> {
  try {
    // The function is async, since drizzle's statements start only when they are awaited.
    return await limits.run(limit, async () => work());
  } finally {
    limit.endsAt = Number.POSITIVE_INFINITY;
    limit.statementMs = undefined;
  }
}

export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** Runs a transaction whose statements may take `statementMs` each, within the time limit of the call. */
export function longTransaction<T>(
  db: NodePgDatabase,
  statementMs: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const endsAt = limits.getStore()?.endsAt ?? Number.POSITIVE_INFINITY;
  return limited({ endsAt, statementMs }, () => db.transaction(work));
}

/**
 * Begins a tool's transaction. With this application name it may write to any schema, and no migration ends
 * it.
 */
export const NO_SERVER_LIMITS =
  "set local application_name = 'condo-admin-tool'; " +
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';

/** Time for the next statement at the server, by default `poolMs`. At 0 or less there is no time left. */
export function statementTimeMs(poolMs: number): number {
  const limit = limits.getStore();
  if (!limit) return poolMs;
  return Math.min(limit.statementMs ?? poolMs, limit.endsAt - Date.now());
}
