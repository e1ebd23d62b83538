import type {
  ReadHistoryChange,
  ReadHistoryEntry,
  ReadHistoryField,
} from '~/contract/history-reading';
import { actionText, fieldText, recordText } from './history-text';
import type { RestoreTarget } from './restore-dialog';

/*
 * What can be restored from an entry, in the words of its dialog; null where there is nothing.
 */

/** Everything that the entry took away. */
export function entryTarget({ id, record, action }: ReadHistoryEntry): RestoreTarget {
  const text = record ? recordText(record) : actionText(action);
  return { text, removed: { entry: id, change: null } };
}

/** One record of an entry; what was deleted with its building comes back with that alone. */
export function aloneTarget(
  entry: ReadHistoryEntry,
  change: ReadHistoryChange,
): RestoreTarget | null {
  if (!change.isRestorable || change.change === null) return null;
  if (
    entry.isRestorable &&
    (entry.changeCount === 1 || entry.record?.kind === 'condo') &&
    entry.action !== 'undone'
  )
    return null;
  return { text: recordText(change), removed: { entry: entry.id, change: change.change } };
}

/** One field of a change, or without one the whole record as it was before. */
export function earlierTarget(
  { id: entry }: ReadHistoryEntry,
  { what, change, fields, ...record }: ReadHistoryChange,
  field: ReadHistoryField | null,
): RestoreTarget | null {
  const isPossible = field ? field.isRestorable : fields.some(({ isRestorable }) => isRestorable);
  if (what !== 'changed' || change === null || !isPossible) return null;
  const text = field
    ? `${fieldText(record.kind, field.name)} of ${recordText(record)}`
    : recordText(record);
  return { text, earlier: { entry, change, field: field?.name ?? null } };
}
