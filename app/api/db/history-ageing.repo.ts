import { sql } from 'drizzle-orm';
import type { Db } from './connect.server';
import { historyEntries } from './history-schema';

/** Entries that one statement removes, with their changes: a short transaction each. */
const BATCH_ENTRIES = 1_000;

/** Removes entries that are older; null: none. */
export async function removeOldHistory(db: Db, before: Date | null): Promise<void> {
  if (before === null) return;
  let removed: number | null;
  do {
    const { rowCount } = await db.execute(sql`
      delete from ${historyEntries} where ${historyEntries.id} in (
        select id from ${historyEntries} where at < ${before.toISOString()}::timestamptz
         order by at, id limit ${BATCH_ENTRIES})`);
    removed = rowCount;
  } while (removed === BATCH_ENTRIES);
}
