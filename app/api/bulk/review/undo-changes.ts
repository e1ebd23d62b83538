import type { BulkUndo } from '~/contract/bulk-imports';
import type { AppliedChanges } from '~/contract/bulk-review';
import { changesOf, type ReviewType } from '~/contract/row-review';
import type { ChangeTx } from '../../db/record-change';
import { findStoredRows, writeRows } from './stored-rows.repo';

/**
 * Writes the values back that records had before an import changed them, all of a record or none. One that was changed
 * since, in a field that the import changed, or was deleted, is named instead.
 */
export async function undoChanges(
  tx: ChangeTx,
  type: ReviewType,
  changes: AppliedChanges,
  now: Date,
): Promise<{ restored: number; kept: BulkUndo['kept'] }> {
  const ids = changes.map(({ id }) => id);
  const stored = await findStoredRows(tx, type, ids, { locked: true });
  const records: Array<Record<string, unknown>> = [];
  const kept: BulkUndo['kept'] = [];
  for (const { id, old, new: written } of changes) {
    const found = stored.get(id);
    const keep = (reason: string) =>
      kept.push({ id, name: found?.name ?? `#${id}`, reason, removable: false });
    if (!found) keep('It was deleted after the import');
    else if (changesOf(type, found.record, written).length > 0) {
      keep('It was changed after the import');
    } else records.push({ ...found.record, ...old, id });
  }
  await writeRows(tx, type, records, now);
  return { restored: records.length, kept };
}
