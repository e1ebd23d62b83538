import { lt, sql } from 'drizzle-orm';
import type { Db } from '../db/connect.server';
import { failedSignIns } from '../db/history-schema';

/** How long failed sign-ins are known. */
const MEMORY_MS = 90 * 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

/**
 * Counts a failed sign-in by account, address and hour, and keeps nothing of what was typed. One to an address without
 * an account is counted as well: the answer must not take less time.
 */
export async function countFailedSignIn(
  db: Db,
  { userId, address }: { userId: number | null; address: string },
  now: Date,
): Promise<void> {
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  await db
    .insert(failedSignIns)
    .values({ user_id: userId, address, hour, attempts: 1 })
    .onConflictDoUpdate({
      target: [failedSignIns.hour, failedSignIns.user_id, failedSignIns.address],
      set: { attempts: sql`${failedSignIns.attempts} + 1` },
    });
}

export async function removeOldFailedSignIns(db: Db, now: Date): Promise<void> {
  await db.delete(failedSignIns).where(lt(failedSignIns.hour, new Date(now.getTime() - MEMORY_MS)));
}
