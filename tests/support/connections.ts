import { expect, onTestFinished, vi } from 'vitest';
import { createDb, createPool } from '~/platform/database/pool.server';
import type { TestDatabase } from './database';
import { silentLog } from './silent-log';

/** Connections to the same database as another process has them, until the test is over. */
export function otherConnections(
  { connection }: Pick<TestDatabase, 'connection'>,
  options: Partial<Parameters<typeof createPool>[1]> = {},
) {
  const pool = createPool(connection, { log: silentLog, ...options });
  onTestFinished(() => pool.end());
  return { pool, db: createDb(pool) };
}

type Connected = Pick<TestDatabase, 'pool'>;

/**
 * Begins a transaction with this statement. It stays open until the returned function is called or the
 * test is over.
 */
export async function openTransaction({ pool }: Connected, statement: string) {
  const client = await pool.connect();
  await client.query(`begin; ${statement}`);
  let isOpen = true;
  const commit = async () => {
    if (!isOpen) return;
    isOpen = false;
    try {
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  onTestFinished(commit);
  return commit;
}

/** Resolves when so many statements wait for a lock. */
export async function waitingCalls({ pool }: Connected, count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(count);
    },
    { timeout: 120_000 },
  );
}

/** The statuses of calls that wait for what this statement locks, one behind the other, until it is free. */
export async function inOrder(
  database: Connected,
  statement: string,
  calls: ReadonlyArray<() => Promise<Response>>,
): Promise<number[]> {
  const commit = await openTransaction(database, statement);
  const answers: Promise<Response>[] = [];
  for (const call of calls) {
    answers.push(call());
    await waitingCalls(database, answers.length);
  }
  await commit();
  return (await Promise.all(answers)).map(({ status }) => status);
}
