import type { HistoryAction, RecordKind } from '~/contract/history';
import {
  ACTOR_KIND_LABELS,
  HISTORY_ACTION_LABELS,
  historyFieldLabel,
  RECORD_KIND_LABELS,
} from '~/contract/history-labels';
import type { HistoryValue, ReadHistoryEntry, ReadHistoryRecord } from '~/contract/history-reading';
import { dash, titleCase } from '~/lib/format';

/** "Deleted", or "-" for an action that this panel does not know. */
export function actionText(action: HistoryAction | null): string {
  return action === null ? '-' : HISTORY_ACTION_LABELS[action];
}

/** Who: the name at that time, else the kind. */
export function actorText({ kind, name }: ReadHistoryEntry['actor']): string {
  if (kind === 'link' && name) return `${name}, by a link`;
  return dash(name ?? (kind && ACTOR_KIND_LABELS[kind]));
}

/** "Building Seeblick", or its id where it has no name. */
export function recordText({ kind, name, id }: ReadHistoryRecord): string {
  const label = kind ? RECORD_KIND_LABELS[kind] : '';
  return `${label} ${name ?? (id === null ? '' : `#${id}`)}`.trim();
}

/** A field's value as a person reads it. */
export function valueText(field: string, value: HistoryValue): string {
  if (typeof value === 'boolean') {
    if (field === 'is_active') return value ? 'Active' : 'Inactive';
    return value ? 'Yes' : 'No';
  }
  if (value !== null && isImageField(field)) return 'An image';
  if (typeof value === 'string' && (field === 'role' || field === 'status')) {
    return titleCase(value);
  }
  return dash(value);
}

/** Fields that hold the address of an image. */
export function isImageField(field: string): boolean {
  return field.endsWith('_url');
}

export function fieldText(kind: RecordKind | null, field: string): string {
  return kind === null ? field : historyFieldLabel(kind, field);
}
