import { sql } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { historyChanges, historyEntries } from '~/platform/database/schema/history';
import { IMAGE_COLUMNS } from '~/platform/database/schema/history-tables';
import { orphanedImages } from '~/platform/database/schema/operations';
import { condos } from '~/platform/database/schema/records';

const HISTORY_LOCK = 1_751_741_300;

/**
 * Blocks other restores, erasures and removals of old entries until the transaction ends. So an entry's
 * values are restored only once, never after they were erased, and images stay while a restore may need
 * them.
 */
export async function lockHistory(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${HISTORY_LOCK})`);
}

/** Entries that one statement removes with their changes, to keep each transaction short. */
const BATCH_ENTRIES = 1_000;

/**
 * Removes entries older than `before`, and marks images that only those could restore. Null removes
 * nothing.
 */
export async function removeOldHistory(db: Db, before: Date | null, now: Date): Promise<void> {
  if (before === null) return;
  let removed: number | null;
  do {
    removed = await db.transaction(async (tx) => {
      await lockHistory(tx);
      return removeBatch(tx, before, now);
    });
  } while (removed === BATCH_ENTRIES);
}

const EARLIER_NAMES = IMAGE_COLUMNS.map((column) => `(c.old_values->>'${column}')`).join(', ');
/**
 * SQL of the images that the change `c` took from its building, one per row, and of the building `k`'s
 * images.
 */
const CHANGED_IMAGES = sql.raw(
  `select v.name from (values ${EARLIER_NAMES}) v (name) where v.name is not null`,
);
const CONDO_IMAGES = sql.raw(IMAGE_COLUMNS.map((column) => `k."${column}"`).join(', '));

/**
 * Removes a batch of entries. An image belongs to one building. It stays while the building uses it, or
 * while a newer entry can restore it. An image that such an entry has set is in use, or was replaced by a
 * still newer entry.
 */
async function removeBatch(tx: Db, before: Date, now: Date): Promise<number | null> {
  const { rowCount } = await tx.execute(sql`
    with aged as materialized (
      select id from ${historyEntries} where at < ${before.toISOString()}::timestamptz
       order by at, id limit ${BATCH_ENTRIES}),
    images as (
      select distinct c.record_id, i.name
        from ${historyChanges} c cross join lateral (${CHANGED_IMAGES}) i (name)
       where c.entry_id in (select id from aged) and c.record_kind = 'condo'),
    orphaned as (
      insert into ${orphanedImages} (name, due_at)
      select name, ${now.toISOString()}::timestamptz from images
       where not exists (select from ${condos} k where k.id = images.record_id
                            and images.name in (${CONDO_IMAGES}))
         and not exists (select from ${historyChanges} c
                          where c.record_kind = 'condo' and c.record_id = images.record_id
                            and c.entry_id not in (select id from aged)
                            and images.name in (${CHANGED_IMAGES}))
      on conflict do nothing)
    delete from ${historyEntries} where id in (select id from aged)`);
  return rowCount;
}
