import { HISTORY_PAGE_SIZE, type RecordKind } from '~/history/schema';
import type {
  HistoryChange,
  HistoryEntry,
  HistoryField,
  HistoryFilter,
  HistoryQuery,
  historyPageSchema,
} from '~/history/answers';
import type { z } from '~/fields/zod';
import type { Db } from '~/platform/database/connect.server';
import { RECORDED_TABLES } from '~/platform/database/schema/history-tables';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { findCreatedValues } from './earlier-values.repo';
import {
  findEntries,
  findHistoryStart,
  type PageRequest,
  type SeenPart,
  type StoredChange,
  type StoredEntry,
} from './history.repo';

const DAY_MS = 24 * 60 * 60_000;

export async function listHistory(
  { db, clock, settings }: ApiDeps,
  { before, ...filter }: HistoryQuery & SeenPart,
): Promise<z.infer<typeof historyPageSchema>> {
  const [start, page] = await Promise.all([
    findHistoryStart(db),
    readEntries(db, { filter, before, limit: HISTORY_PAGE_SIZE + 1 }),
  ]);
  const entries = page.slice(0, HISTORY_PAGE_SIZE);
  const { historyDays } = settings;
  const aged = historyDays === undefined ? 0 : clock().getTime() - historyDays * DAY_MS;
  return {
    begins_at: new Date(Math.max(start.getTime(), aged)).toISOString(),
    entries,
    next: page.length > entries.length ? (entries.at(-1)?.id ?? null) : null,
  };
}

/** Texts that events store without a field. */
const EVENT_VALUES = ['finding', 'reason', 'factor', 'change', 'provider'].map(
  (name) => [name, name] as const,
);

/** Reads entries in their wire form: each column under its field's name. */
async function readEntries(db: Db, request: PageRequest): Promise<HistoryEntry[]> {
  const entries = await findEntries(db, request);
  await addCreatedValues(db, request.filter, entries);
  return entries.map((entry) => Object.assign(entry, { changes: entry.changes.map(toChange) }));
}

/** Adds the values of an import's creation to the history of one record. */
async function addCreatedValues(
  db: Db,
  { kind, record: id }: HistoryFilter,
  entries: readonly StoredEntry[],
): Promise<void> {
  if (kind === undefined || id === undefined) return;
  const changes = entries.flatMap((entry) => entry.changes);
  const created = changes.find(
    (change) => change.what === 'created' && change.kind === kind && change.new_values === null,
  );
  if (!created) return;
  const { name, values } = await findCreatedValues(db, { kind, id, change: created.change });
  Object.assign(created, { name, new_values: values });
}

function toChange({ old_values: old, new_values: now, ...change }: StoredChange): HistoryChange {
  return { ...change, fields: toFields(change.kind, old, now) };
}

const BATCH_ENTRIES = 500;
/** Most changes of one entry in a file. An undone import may have more. */
const CHANGES_SHOWN = 1_000;

/** All entries that match a filter, newest first, for a file. */
export async function* entryBatches(db: Db, filter: HistoryFilter & SeenPart) {
  let before: number | undefined;
  for (;;) {
    const request = { filter, before, limit: BATCH_ENTRIES, changesShown: CHANGES_SHOWN };
    const entries = await readEntries(db, request);
    if (entries.length > 0) yield entries;
    if (entries.length < BATCH_ENTRIES) return;
    before = entries.at(-1)?.id;
  }
}

/** Compares two states of a record's values, field by field. */
export function toFields(
  kind: RecordKind,
  old: StoredChange['old_values'],
  now: StoredChange['new_values'],
): HistoryField[] {
  const { fields, editable } = RECORDED_TABLES[kind];
  return [...fields, ...EVENT_VALUES]
    .filter(([column]) => hasValue(old, column) || hasValue(now, column))
    .filter(([column]) => column !== 'rights' || isOfAdministrator(now ?? old))
    .map(([column, name]) => ({
      name,
      old: toShown(old?.[column]),
      new: toShown(now?.[column]),
      is_restorable:
        editable.includes(column) &&
        hasValue(now, column) &&
        hasValue(old, column) &&
        !isErased(old?.[column]),
    }));
}

/**
 * True for a change that concerns an administrator. Only a creation or deletion stores `is_superuser`;
 * other changes of `rights` are always an administrator's.
 */
const isOfAdministrator = (values: StoredChange['old_values']) => values?.is_superuser !== false;

function hasValue(values: StoredChange['old_values'], column: string): boolean {
  return values !== null && Object.hasOwn(values, column);
}

/** Shown in place of a value that was erased with its person. */
const ERASED_TEXT = '(erased)';

export function isErased(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'erased' in value;
}

function toShown(value: unknown): string | number | boolean | null {
  if (isErased(value)) return ERASED_TEXT;
  const isTextOrNumber = typeof value === 'string' || typeof value === 'number';
  return isTextOrNumber || typeof value === 'boolean' ? value : null;
}
