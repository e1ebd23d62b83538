import { HISTORY_PAGE_SIZE, type RecordKind } from '~/contract/history';
import type {
  HistoryEntry,
  HistoryField,
  HistoryFilter,
  HistoryQuery,
  historyPageSchema,
} from '~/contract/history-schemas';
import type { z } from '~/contract/zod';
import type { Db } from '../db/connect.server';
import { RECORDED_TABLES } from '../db/history-tables';
import type { ApiDeps } from '../deps';
import { findCreatedValues } from './earlier-values.repo';
import {
  findEntries,
  findHistoryStart,
  findRecordNames,
  type PageRequest,
  type RecordRef,
  type StoredChange,
  type StoredEntry,
} from './history.repo';

const DAY_MS = 24 * 60 * 60_000;

/** GET /admin/history */
export async function listHistory(
  { db, clock, settings }: ApiDeps,
  { before, ...filter }: HistoryQuery,
): Promise<z.infer<typeof historyPageSchema>> {
  const [start, found] = await Promise.all([
    findHistoryStart(db),
    readEntries(db, { filter, before, limit: HISTORY_PAGE_SIZE + 1 }),
  ]);
  const entries = found.slice(0, HISTORY_PAGE_SIZE);
  const { historyDays } = settings;
  const aged = historyDays === undefined ? 0 : clock().getTime() - historyDays * DAY_MS;
  return {
    begins_at: new Date(Math.max(start.getTime(), aged)).toISOString(),
    entries,
    next: found.length > entries.length ? (entries.at(-1)?.id ?? null) : null,
  };
}

/** The columns that are the id of another record. */
const REFERENCES: ReadonlyMap<string, RecordKind> = new Map([
  ['condo_id', 'condo'],
  ['apartment_id', 'apartment'],
  ['user_id', 'user'],
]);

const FIELDS_OF = new Map(RECORDED_TABLES.map(({ kind, fields }) => [kind, fields]));
const EDITABLE_OF = new Map(RECORDED_TABLES.map(({ kind, editable }) => [kind, editable]));

/** Two states of a record's values as a person reads them. */
export async function showValues(
  db: Db,
  kind: RecordKind,
  old: StoredChange['old_values'],
  now: StoredChange['new_values'],
): Promise<HistoryField[]> {
  const values = { old_values: old, new_values: now };
  return toFields(kind, values, await findNames(db, references(values)));
}

async function findNames(db: Db, records: readonly RecordRef[]): Promise<Names> {
  const wanted = new Map(records.map((record) => [keyOf(record), record]));
  const found = await findRecordNames(db, [...wanted.values()]);
  return new Map(found.map((record) => [keyOf(record), record.name]));
}

type Names = ReadonlyMap<string, string | null>;

/** What events say that no field holds. */
const EVENT_VALUES = [
  ['finding', 'finding'],
  ['reason', 'reason'],
] as const;

/** Entries in their wire form: columns under their field's name, references by the name that the record has today. */
export async function readEntries(db: Db, request: PageRequest): Promise<HistoryEntry[]> {
  const entries = await findEntries(db, request);
  return withNames(db, await withCreatedValues(db, request.filter, entries));
}

/** In the history of one record: what an import created it with, in place of the number of its rows. */
async function withCreatedValues(
  db: Db,
  { kind, record: id }: HistoryFilter,
  entries: StoredEntry[],
): Promise<StoredEntry[]> {
  if (kind === undefined || id === undefined) return entries;
  const changes = entries.flatMap((entry) => entry.changes);
  const created = changes.find(({ what, new_values: now }) => what === 'created' && now === null);
  if (!created) return entries;
  const { name, values } = await findCreatedValues(db, { kind, id, change: created.change });
  const known = { ...created, name, count: 1, new_values: values };
  return entries.map((entry) =>
    entry.changes.includes(created)
      ? Object.assign({}, entry, {
          change_count: entry.change_count - created.count + 1,
          changes: entry.changes.map((change) => (change === created ? known : change)),
        })
      : entry,
  );
}

async function withNames(db: Db, entries: readonly StoredEntry[]): Promise<HistoryEntry[]> {
  const changes = entries.flatMap((entry) => entry.changes);
  const names = await findNames(db, changes.flatMap(references));
  return entries.map((entry) =>
    Object.assign({}, entry, { changes: entry.changes.map((change) => toChange(change, names)) }),
  );
}

function keyOf({ kind, id }: RecordRef): string {
  return `${kind} ${id}`;
}

type StoredValues = Pick<StoredChange, 'old_values' | 'new_values'>;

function references({ old_values: old, new_values: now }: StoredValues): RecordRef[] {
  return [old, now].flatMap((values) =>
    Object.entries(values ?? {}).flatMap(([column, value]) => {
      const kind = REFERENCES.get(column);
      return kind && typeof value === 'number' ? [{ kind, id: value }] : [];
    }),
  );
}

function toChange(
  { old_values, new_values, ...change }: StoredChange,
  names: Names,
): HistoryEntry['changes'][number] {
  return { ...change, fields: toFields(change.kind, { old_values, new_values }, names) };
}

function toFields(
  kind: RecordKind,
  { old_values: old, new_values: now }: StoredValues,
  names: Names,
): HistoryField[] {
  const show = (column: string, value: unknown) => {
    const to = REFERENCES.get(column);
    if (to && typeof value === 'number') {
      return names.get(keyOf({ kind: to, id: value })) ?? `#${value}`;
    }
    return toShown(value);
  };
  const columns = [...(FIELDS_OF.get(kind) ?? []), ...EVENT_VALUES].filter(
    ([column]) => hasValue(old, column) || hasValue(now, column),
  );
  return columns.map(([column, name]) => ({
    name,
    old: show(column, old?.[column]),
    new: show(column, now?.[column]),
    is_restorable:
      EDITABLE_OF.get(kind)?.includes(column) === true &&
      hasValue(now, column) &&
      hasValue(old, column) &&
      !isErased(old?.[column]),
  }));
}

function hasValue(values: StoredChange['old_values'], column: string): boolean {
  return values !== null && Object.hasOwn(values, column);
}

/** What the history shows instead of a value that went with its person. */
const ERASED_TEXT = '(erased)';

function isErased(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'erased' in value;
}

function toShown(value: unknown): string | number | boolean | null {
  if (isErased(value)) return ERASED_TEXT;
  const known = typeof value === 'string' || typeof value === 'number';
  return known || typeof value === 'boolean' ? value : null;
}
