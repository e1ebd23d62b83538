import type { CallInput } from '~/rpc/calls';
import { historyFieldLabel } from '~/rpc/field-labels';
import type { HistoryChange, HistoryEntry, HistoryField } from '~/history/answers';
import { t, translate } from '~/language/texts';
import { actionText, countText, recordText } from './history-text';

/** Records that an entry removed, all of them or one, with their name. */
export interface RemovedTarget {
  text: string;
  removed: CallInput<'history.restoreEntry'> | CallInput<'history.restoreChange'>;
  /** A sentence about the records that come back. */
  note: string;
}

/** A change to a record, with the record's name: one field of the change, or all. */
export interface EarlierTarget {
  text: string;
  earlier: CallInput<'history.values'>;
}

export type RestoreTarget = RemovedTarget | EarlierTarget;

/** Target that restores everything that the entry removed. */
export function entryTarget(entry: HistoryEntry): RestoreTarget {
  const { id, record, action } = entry;
  const text = record ? recordText(record) : actionText(action);
  const note = action === 'merged' ? t`Takes the merge back.` : noteOf(entry);
  return { text, removed: { entry: id }, note };
}

/**
 * Says what comes back: "Brings back Seeblick with 10 apartments." If the list of changes is incomplete,
 * their kinds are unknown: "with 34 records".
 */
function noteOf({ record, changes, change_count }: HistoryEntry): string {
  const named = record && record.id !== null ? record : null;
  const others = changes.filter(
    ({ is_restorable, kind, id }) => is_restorable && !(kind === named?.kind && id === named.id),
  );
  const isListed = changes.length === change_count;
  const count = isListed ? others.length : change_count - (named ? 1 : 0);
  const [kind = null, ...more] = new Set(others.map((other) => other.kind));
  const what = countText(count, isListed && more.length === 0 ? kind : null);
  if (!named) return t`Brings back ${what}.`;
  return count === 0
    ? t`Brings it back.`
    : t`Brings back ${named.name ?? recordText(named)} with ${what}.`;
}

/** Target of one record of an entry. Records deleted with their building can only be restored with it. */
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
    note: t`Brings it back.`,
  };
}

/** Target of one field of a change, or of the whole record as it was before. */
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
