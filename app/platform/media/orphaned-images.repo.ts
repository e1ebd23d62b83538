import { inArray, sql } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { orphanedImages } from '~/platform/database/schema/operations';

/**
 * Records names in the store that no record uses yet, or any more. An image is recorded before it is stored,
 * until the transaction that uses it, so that images left by a crash are removed and the store need not be
 * listed.
 */
export async function markOrphaned(db: Db, names: readonly string[], dueAt: Date): Promise<void> {
  if (names.length === 0) return;
  await db.insert(orphanedImages).values(names.map((name) => ({ name, due_at: dueAt })));
}

/** For names that a record now uses, or that were removed from the store. */
export async function unmarkOrphaned(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db.delete(orphanedImages).where(inArray(orphanedImages.name, [...names]));
}

/** Changes when marked images are removed. Names that are no longer marked are in use, or gone. */
export async function setDue(db: Db, names: readonly string[], dueAt: Date): Promise<void> {
  if (names.length === 0) return;
  await db
    .update(orphanedImages)
    .set({ due_at: dueAt })
    .where(inArray(orphanedImages.name, [...names]));
}

/** Claims at most `limit` due names, which are due again at `retryAt`. Other processes get different ones. */
export async function claimDue(
  db: Db,
  { now, retryAt, limit }: { now: Date; retryAt: Date; limit: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    update ${orphanedImages} set due_at = ${retryAt.toISOString()}::timestamptz
     where ${orphanedImages.name} in (
       select name from ${orphanedImages} where due_at <= ${now.toISOString()}::timestamptz
        order by due_at limit ${limit} for update skip locked)
    returning name`);
  return rows.map(({ name }) => name);
}
