import { sql } from 'drizzle-orm';
import type { Db } from './connect.server';

const HISTORY_LOCK = 1_751_741_300;

/**
 * Blocks other restores, erasures and removals of old entries until the transaction ends. An entry's values
 * are then restored once, never after they were erased, and images stay while a restore may need them.
 */
export async function lockHistory(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${HISTORY_LOCK})`);
}
