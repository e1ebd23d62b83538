import { desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { FailedSignInCounts } from '~/accounts/administrator';
import type { Db } from '~/platform/database/connect.server';
import { failedSignIns } from '~/platform/database/schema/history';
import { oneRow } from '~/platform/database/sql';

/** Failed sign-ins are kept this long. */
const MEMORY_MS = 90 * 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

/**
 * Counts a failed sign-in by account, address and hour; nothing that was typed is stored. Failures without
 * an account are counted too, so that the answer takes the same time.
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

/** Most rows that an account's owner is shown: one for each hour and address. */
const LIST_LIMIT = 100;

/** The failed sign-ins of one account, newest first. */
export async function listFailedSignIns(db: Db, userId: number) {
  return db
    .select({
      hour: failedSignIns.hour,
      address: failedSignIns.address,
      attempts: failedSignIns.attempts,
    })
    .from(failedSignIns)
    .where(eq(failedSignIns.user_id, userId))
    .orderBy(desc(failedSignIns.hour), desc(failedSignIns.attempts), failedSignIns.address)
    .limit(LIST_LIMIT);
}

/**
 * Counts failed sign-ins of the last 24 hours, and all that are kept. The oldest of those hours counts
 * whole.
 */
export async function countFailedSignIns(db: Db, now: Date): Promise<FailedSignInCounts> {
  const dayAgo = new Date(now.getTime() - 25 * HOUR_MS);
  const sum = sql`coalesce(sum(${failedSignIns.attempts})`;
  const counts = await db
    .select({
      last_24_hours: sql<number>`${sum} filter (where ${gt(failedSignIns.hour, dayAgo)}), 0)::int`,
      last_90_days: sql<number>`${sum}, 0)::int`,
      without_account: sql<number>`${sum} filter (where ${failedSignIns.user_id} is null), 0)::int`,
    })
    .from(failedSignIns)
    .where(gt(failedSignIns.hour, new Date(now.getTime() - MEMORY_MS)));
  return oneRow(counts);
}
