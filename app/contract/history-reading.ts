import {
  ACTOR_KINDS,
  HISTORY_ACTIONS,
  RECORD_KINDS,
  type ActorKind,
  type HistoryAction,
  type RecordKind,
} from './history';
import { fieldsOf, readId, readList, readNumber, readText, type Fields } from './reading';

export type HistoryValue = string | number | boolean | null;

export interface ReadHistoryField {
  name: string;
  old: HistoryValue;
  new: HistoryValue;
  /** Its old value can be written back. */
  isRestorable: boolean;
}

export interface ReadHistoryRecord {
  kind: RecordKind | null;
  id: number | null;
  name: string | null;
}

export interface ReadHistoryChange extends ReadHistoryRecord {
  /** Its own id, within the entry. */
  change: number | null;
  what: HistoryAction | null;
  count: number;
  fields: ReadHistoryField[];
  /** The record was taken away and can be brought back. */
  isRestorable: boolean;
}

/** An entry of the history in the panel. */
export interface ReadHistoryEntry {
  id: number;
  at: string | null;
  actor: { kind: ActorKind | null; id: number | null; name: string | null };
  action: HistoryAction | null;
  record: ReadHistoryRecord | null;
  changeCount: number;
  changes: ReadHistoryChange[];
  isRestorable: boolean;
}

export interface ReadHistoryPage {
  beginsAt: string | null;
  entries: ReadHistoryEntry[];
  /** Where the next page begins; null on the last one. */
  next: number | null;
}

/** Reads GET /admin/history. */
export function readHistoryPage(answer: unknown): ReadHistoryPage {
  const page = fieldsOf(answer);
  return {
    beginsAt: readText(page.begins_at),
    entries: readList(page.entries, readEntry),
    next: readId(page.next),
  };
}

/** What would be written back to a record: `old` is the value of today. */
export interface ReadEarlierValues extends ReadHistoryRecord {
  fields: ReadHistoryField[];
}

/** Reads GET /admin/history/{entry}/changes/{change}/values. */
export function readEarlierValues(answer: unknown): ReadEarlierValues {
  const values = fieldsOf(answer);
  return {
    ...readHistoryRecord(values),
    fields: Array.isArray(values.fields) ? readList(values.fields, readField) : [],
  };
}

function readEntry(entry: Fields): ReadHistoryEntry {
  const actor = fieldsOf(entry.actor);
  return {
    id: readId(entry.id) ?? 0,
    at: readText(entry.at),
    actor: {
      kind: oneOf(ACTOR_KINDS, actor.kind),
      id: readId(actor.id),
      name: readText(actor.name),
    },
    action: oneOf(HISTORY_ACTIONS, entry.action),
    record: entry.record == null ? null : readHistoryRecord(fieldsOf(entry.record)),
    changeCount: readNumber(entry.change_count) ?? 0,
    changes: Array.isArray(entry.changes) ? readList(entry.changes, readChange) : [],
    isRestorable: entry.is_restorable === true,
  };
}

function readHistoryRecord(record: Fields): ReadHistoryRecord {
  return {
    kind: oneOf(RECORD_KINDS, record.kind),
    id: readId(record.id),
    name: readText(record.name),
  };
}

function readChange(change: Fields): ReadHistoryChange {
  return {
    ...readHistoryRecord(change),
    change: readNumber(change.change),
    what: oneOf(HISTORY_ACTIONS, change.what),
    count: readNumber(change.count) ?? 1,
    fields: Array.isArray(change.fields) ? readList(change.fields, readField) : [],
    isRestorable: change.is_restorable === true,
  };
}

function readField(field: Fields): ReadHistoryField {
  return {
    name: readText(field.name) ?? '',
    old: readValue(field.old),
    new: readValue(field.new),
    isRestorable: field.is_restorable === true,
  };
}

function readValue(value: unknown): HistoryValue {
  return typeof value === 'boolean' || typeof value === 'number' ? value : readText(value);
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | null {
  return words.find((word) => word === value) ?? null;
}
