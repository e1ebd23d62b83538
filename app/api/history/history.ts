import { HISTORY_PAGE_SIZE, type RecordKind } from '~/contract/history';
import type { HistoryEntry, HistoryQuery, historyPageSchema } from '~/contract/history-schemas';
import type { z } from '~/contract/zod';
import type { Db } from '../db/connect.server';
import { RECORDED_TABLES } from '../db/history-tables';
import type { ApiDeps } from '../deps';
import {
  findEntries,
  findHistoryStart,
  findRecordNames,
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
    findEntries(db, { filter, before, limit: HISTORY_PAGE_SIZE + 1 }),
  ]);
  const entries = found.slice(0, HISTORY_PAGE_SIZE);
  const { historyDays } = settings;
  const aged = historyDays === undefined ? 0 : clock().getTime() - historyDays * DAY_MS;
  return {
    begins_at: new Date(Math.max(start.getTime(), aged)).toISOString(),
    entries: await withNames(db, entries),
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

/** Entries in their wire form: columns under their field's name, references by the name that the record has today. */
export async function withNames(db: Db, entries: readonly StoredEntry[]): Promise<HistoryEntry[]> {
  const changes = entries.flatMap((entry) => entry.changes);
  const wanted = new Map(changes.flatMap(references).map((record) => [keyOf(record), record]));
  const found = await findRecordNames(db, [...wanted.values()]);
  const names = new Map(found.map((record) => [keyOf(record), record.name]));
  return entries.map((entry) =>
    Object.assign({}, entry, { changes: entry.changes.map((change) => toChange(change, names)) }),
  );
}

function keyOf({ kind, id }: RecordRef): string {
  return `${kind} ${id}`;
}

function references({ old_values: old, new_values: now }: StoredChange): RecordRef[] {
  return [old, now].flatMap((values) =>
    Object.entries(values ?? {}).flatMap(([column, value]) => {
      const kind = REFERENCES.get(column);
      return kind && typeof value === 'number' ? [{ kind, id: value }] : [];
    }),
  );
}

function toChange(
  { old_values: old, new_values: now, ...change }: StoredChange,
  names: ReadonlyMap<string, string | null>,
): HistoryEntry['changes'][number] {
  const show = (column: string, value: unknown) => {
    const kind = REFERENCES.get(column);
    if (kind && typeof value === 'number') {
      return names.get(keyOf({ kind, id: value })) ?? `#${value}`;
    }
    return toShown(value);
  };
  const columns = [...(FIELDS_OF.get(change.kind) ?? [])].filter(
    ([column]) => hasValue(old, column) || hasValue(now, column),
  );
  const fields = columns.map(([column, name]) => ({
    name,
    old: show(column, old?.[column]),
    new: show(column, now?.[column]),
  }));
  return { ...change, fields };
}

function hasValue(values: StoredChange['old_values'], column: string): boolean {
  return values !== null && Object.hasOwn(values, column);
}

/** What the history shows instead of a value that went with its person. */
const ERASED_TEXT = '(erased)';

function toShown(value: unknown): string | number | boolean | null {
  if (typeof value === 'object' && value !== null && 'erased' in value) return ERASED_TEXT;
  const known = typeof value === 'string' || typeof value === 'number';
  return known || typeof value === 'boolean' ? value : null;
}
