import type { HistoryEntry, HistoryFilter } from '~/contract/history-schemas';
import type { Db } from '../db/connect.server';
import { readEntries } from './history';

/** Entries that are read at once. */
const BATCH_ENTRIES = 500;
/** Changes of one entry in a file; an undone import may have more. */
const CHANGES_SHOWN = 1_000;

/** All entries that a filter leaves, the newest first, for a file. */
export async function* entryBatches(
  db: Db,
  filter: HistoryFilter,
): AsyncGenerator<HistoryEntry[], void, void> {
  let before: number | undefined;
  for (;;) {
    const request = { filter, before, limit: BATCH_ENTRIES, changesShown: CHANGES_SHOWN };
    const entries = await readEntries(db, request);
    if (entries.length > 0) yield entries;
    if (entries.length < BATCH_ENTRIES) return;
    before = entries.at(-1)?.id;
  }
}
