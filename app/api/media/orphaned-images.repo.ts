import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/connect.server';
import { orphanedImages } from '../db/schema';

/**
 * Names in the store that no record shows, or not yet. A picture is noted here before it is stored and leaves in the
 * transaction that shows it; a replaced one enters in the transaction that replaces it. So whatever a crash, a failed
 * change or an unreachable store leaves behind is known and gets removed, and the store need not be listed.
 */
export async function markOrphaned(db: Db, names: readonly string[], dueAt: Date): Promise<void> {
  if (names.length === 0) return;
  await db.insert(orphanedImages).values(names.map((name) => ({ name, due_at: dueAt })));
}

/** For names that a record shows now, or that are removed from the store; returns those that were noted. */
export async function unmarkOrphaned(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await db
    .delete(orphanedImages)
    .where(inArray(orphanedImages.name, [...names]))
    .returning({ name: orphanedImages.name });
  return rows.map(({ name }) => name);
}

/** Takes at most `limit` names that are due. Processes that clean at the same time get different ones. */
export async function claimDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    delete from ${orphanedImages}
     where ${orphanedImages.name} in (
       select name from ${orphanedImages} where due_at <= ${now.toISOString()}::timestamptz
        order by due_at limit ${limit} for update skip locked)
    returning name`);
  return rows.map(({ name }) => name);
}
