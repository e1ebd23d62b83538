import {
  ACTOR_KIND_LABELS,
  HISTORY_ACTION_LABELS,
  RECORD_KIND_LABELS,
  type HistoryAction,
} from '~/contract/history';
import type { HistoryEntry, HistoryRecord, HistoryValue } from '~/contract/history-schemas';
import { dash, titleCase } from '~/lib/format';

/** "Deleted". */
export function actionText(action: HistoryAction): string {
  return HISTORY_ACTION_LABELS[action];
}

/** Who: the name at that time, else the kind. */
export function actorText({ kind, name }: HistoryEntry['actor']): string {
  if (kind === 'link' && name) return `${name}, through a mailed link`;
  return name ?? ACTOR_KIND_LABELS[kind];
}

/** "Building Seeblick", or its id where it has no name. */
export function recordText({ kind, name, id }: HistoryRecord): string {
  return `${RECORD_KIND_LABELS[kind]} ${name ?? (id === null ? '' : `#${id}`)}`.trim();
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
