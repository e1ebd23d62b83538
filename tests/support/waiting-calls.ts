import { expect, vi } from 'vitest';
import type { TestApi } from './api';

/** Resolves when so many statements wait for a lock. */
export async function waitingCalls({ database }: TestApi, count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(count);
    },
    { timeout: 10_000 },
  );
}
