import { sql } from 'drizzle-orm';
import type { Db } from './connect.server';

const HISTORY_LOCK = 1_751_741_300;

/**
 * Until the transaction ends nobody else restores anything, erases a person or removes old entries: what an entry can
 * bring back is brought back once, never after it was erased, and its images stay while someone may be about to.
 */
export async function lockHistory(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${HISTORY_LOCK})`);
}
