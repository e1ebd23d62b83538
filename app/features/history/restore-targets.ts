import { historyFieldLabel } from '~/contract/history-labels';
import type { HistoryChange, HistoryEntry, HistoryField } from '~/contract/history-schemas';
import type { EarlierSource, RemovedSource } from '~/data/history/restore.queries';
import { t, translate } from '~/lib/texts';
import { actionText, recordText } from './history-text';

/** What is to be restored, with its name. */
export type RestoreTarget = { text: string } & (
  | {
      removed: RemovedSource;
      /** Records that were deleted with it. */
      others: number;
    }
  | { earlier: EarlierSource }
);

/*
 * What can be restored from an entry, in the words of its dialog; null where there is nothing.
 */

/** Everything that the entry took away. */
export function entryTarget(entry: HistoryEntry): RestoreTarget {
  const { id, record, action, change_count } = entry;
  const text = record ? recordText(record) : actionText(action);
  return { text, removed: { entry: id, change: null }, others: Math.max(change_count - 1, 0) };
}

/** One record of an entry; what was deleted with its building comes back with that alone. */
export function aloneTarget(entry: HistoryEntry, change: HistoryChange): RestoreTarget | null {
  if (!change.is_restorable) return null;
  if (
    entry.is_restorable &&
    (entry.change_count === 1 || entry.record?.kind === 'condo') &&
    entry.action !== 'undone'
  )
    return null;
  return {
    text: recordText(change),
    removed: { entry: entry.id, change: change.change },
    others: 0,
  };
}

/** One field of a change, or without one the whole record as it was before. */
export function earlierTarget(
  { id: entry }: HistoryEntry,
  { what, change, fields, ...record }: HistoryChange,
  field: HistoryField | null,
): RestoreTarget | null {
  const isPossible = (field ? [field] : fields).some((one) => one.is_restorable);
  if (what !== 'changed' || !isPossible) return null;
  const text = field
    ? t`${translate(historyFieldLabel(record.kind, field.name))} of ${recordText(record)}`
    : recordText(record);
  return { text, earlier: { entry, change, query: { field: field?.name } } };
}
