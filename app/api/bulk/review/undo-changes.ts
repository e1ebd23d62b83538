import type { BulkUndo } from '~/contract/bulk-imports';
import type { AppliedChanges } from '~/contract/bulk-review';
import { changesOf, type ReviewType } from '~/contract/row-review';
import type { ChangeTx } from '../../db/record-change';
import {
  findStoredRows,
  findTakenNumbers,
  findWithoutBuilding,
  writeRows,
} from './stored-rows.repo';

/**
 * Writes the values back that records had before an import changed them, all of a record or none. One that was changed
 * since, in a field that the import changed, or was deleted, is named instead, and so is an apartment whose number is taken
 * or whose building is gone.
 */
export async function undoChanges(
  tx: ChangeTx,
  type: ReviewType,
  changes: AppliedChanges,
  now: Date,
): Promise<{ restored: number; kept: BulkUndo['kept'] }> {
  const ids = changes.map(({ id }) => id);
  const stored = await findStoredRows(tx, type, ids, { locked: true });
  const records = new Map<number, Record<string, unknown>>();
  const kept: BulkUndo['kept'] = [];
  const keep = (id: number, reason: string) => {
    records.delete(id);
    kept.push({ id, name: stored.get(id)?.name ?? `#${id}`, reason, removable: false });
  };
  for (const { id, old, new: written } of changes) {
    const found = stored.get(id);
    if (!found) keep(id, 'It was deleted after the import');
    else if (changesOf(type, found.record, written).length > 0) {
      keep(id, 'It was changed after the import');
    } else records.set(id, { ...found.record, ...old, id });
  }
  if (type === 'apartment') await keepObstructed(tx, records, keep);
  await writeRows(tx, type, [...records.values()], now);
  return { restored: records.size, kept };
}

/** Keeps the apartments that cannot have their former number or building back. */
async function keepObstructed(
  tx: ChangeTx,
  apartments: ReadonlyMap<number, Readonly<Record<string, unknown>>>,
  keep: (id: number, reason: string) => void,
): Promise<void> {
  for (const id of await findWithoutBuilding(tx, [...apartments.values()])) {
    keep(id, 'Its former building was deleted');
  }
  for (;;) {
    // One that keeps its number may be in the way of the next.
    const taken = await findTakenNumbers(tx, [...apartments.values()]);
    if (taken.length === 0) return;
    for (const id of taken) keep(id, 'Another apartment has its former number');
  }
}
