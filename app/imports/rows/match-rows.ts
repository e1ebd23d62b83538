import { ANY_VERSION } from '~/imports/export';
import { mapNames, writableNames } from '~/fields/fields';
import { readText, type UnknownRecord } from '~/fields/reading';
import { equalKey } from '~/fields/search-text';
import { NAME_FIELDS, type KeyedType, type ReviewType } from '~/imports/row-error';
import { sentence, type AnySentence } from '~/language/sentence';
import { userFields } from '~/users/fields';
import { cellProblem, toText } from './field-rules';
import {
  isPlaced,
  KEY_FIELDS,
  keyValue,
  NAMED_BY,
  phoneKey,
  rowsWith,
  type ReadRow,
  type StoredRecord,
} from './row';
import type { RejectRow } from './row-checks';

/** The stored records that rows may match, wherever they are stored. */
export interface MatchSource {
  /**
   * Finds ids by a row's key: buildings with its name, apartments with its building and number, or its
   * person.
   */
  named(rows: readonly ReadRow[]): Promise<Iterable<readonly [ReadRow, number]>>;
  /** Finds the records with these ids, by id. */
  find(ids: readonly number[]): Promise<ReadonlyMap<number, StoredRecord>>;
}

type Match = readonly [id: number, stored: StoredRecord];
type Matches = readonly Match[];

/**
 * Sets the record that a row matches, by its id, otherwise by its key. A row that matches several records,
 * or that has another record's id, is rejected. Returns the records by id.
 */
export async function matchRows(
  type: KeyedType,
  rows: readonly ReadRow[],
  source: MatchSource,
  { isPartial, reject }: { isPartial: boolean; reject: RejectRow },
): Promise<ReadonlyMap<number, StoredRecord>> {
  const complete = rowsWith(rows, ...NAMED_BY[type]).filter(
    (row) =>
      NAMED_BY[type].every((field) => keyValue(row, field) !== null) &&
      // A row with a home adds an association, so it matches no stored person.
      !(type === 'user' && isPlaced(row)),
  );
  const named = [...(await source.named(complete))];
  const byRow = Map.groupBy(named, ([row]) => row);
  const ids = [...rows.flatMap(({ id }) => id ?? []), ...named.map(([, id]) => id)];
  const stored = await source.find(ids);
  for (const row of rows) {
    const candidates = (byRow.get(row) ?? []).flatMap(([, id]): Match[] => {
      const record = stored.get(id);
      return record ? [[id, record]] : [];
    });
    const fits = FITTING[type](row, candidates, isPartial);
    row.isKnown = fits.length > 0;
    const own = row.id === undefined ? undefined : stored.get(row.id);
    if (row.id !== undefined) {
      if (!own) rejectId(row, 'id_unknown');
      else if (!isOwn(type, row, [row.id, own], fits))
        rejectId(row, sentence('id_of_other', { name: own.name }));
      else setRecord(type, row, row.id);
    } else if (fits.length > 1) {
      const list = fits.map(([id]) => id).toSorted((a, b) => a - b);
      const code = type === 'condo' ? 'several_buildings' : 'several_apartments';
      reject(row, NAME_FIELDS[type], sentence(code, { ids: list.join(', ') }));
    } else if (fits[0]) setRecord(type, row, ...fits[0]);
    if (isPartial && !row.record) rejectUnknown(type, row, reject);
  }
  return stored;
}

/** Rejects a row that matches no record. If it lacks the columns of new records, only its key is reported. */
function rejectUnknown(type: KeyedType, row: ReadRow, reject: RejectRow): void {
  const named = new Set<string>(['id', ...NAMED_BY[type]]);
  row.problems = row.problems.filter(({ error }) => !error || named.has(error.field));
  if (row.problems.length > 0) return;
  if (type === 'condo') reject(row, 'name', 'no_building_with_name');
  else {
    const building = keyValue(row, 'condo_id');
    reject(row, 'apartment_number', sentence('no_such_apartment', { building }));
  }
}

function rejectId(row: ReadRow, why: AnySentence): void {
  row.problems.push(cellProblem('id', undefined, row.id ?? null, why));
}

/** True if the row and the record have the same value of a field; null if the row has none. */
function isEqual(row: ReadRow, field: string, { record }: StoredRecord): boolean | null {
  const keys: Readonly<Record<string, unknown>> = row.keys;
  const text = toText(readText(keys[field] ?? row.values[field]));
  return text === '' ? null : equalKey(text) === equalKey(readText(record[field]) ?? '');
}

/**
 * Selects buildings with a row's name: those with its address and postcode, otherwise those with its
 * address and town. The name alone counts for rows that cannot be new, since "Bahnhofstrasse 1" is in every
 * town.
 */
function fittingCondos(row: ReadRow, named: Matches, isPartial: boolean): Matches {
  const sameAddress = named.filter(([, one]) => isEqual(row, 'address', one) === true);
  const same = sameAddress.filter(([, one]) => isEqual(row, 'zip_code', one) === true);
  if (same.length > 0) return same;
  const near = sameAddress.filter(([, one]) => isEqual(row, 'city', one) === true);
  if (near.length > 0) return near;
  const isAlone = keyValue(row, 'address') === null || keyValue(row, 'zip_code') === null;
  if (!isPartial && !isAlone) return [];
  return sameAddress.length > 0 ? sameAddress : named;
}

/** Among equal numbers, prefers the one with the row's spelling. */
function fittingNumbers(row: ReadRow, named: Matches): Matches {
  const number = keyValue(row, 'apartment_number');
  const same = named.filter(([, { record }]) => record.apartment_number === number);
  return same.length > 0 ? same : named;
}

const FITTING = {
  condo: fittingCondos,
  apartment: fittingNumbers,
  // An e-mail address belongs to one person.
  user: (_row, named) => named,
} as const satisfies Record<KeyedType, typeof fittingCondos>;

const OWN_FIELDS = {
  condo: ['name', 'address'],
  apartment: ['condo_id'],
  user: ['email'],
} as const satisfies Record<KeyedType, readonly string[]>;

/**
 * True if the row means the record with its id. Other programs have different ids, so the record must share
 * a value with the row.
 */
function isOwn(type: KeyedType, row: ReadRow, [id, record]: Match, fits: Matches): boolean {
  if (fits.length > 0) return fits.some(([one]) => one === id);
  const equal = OWN_FIELDS[type].flatMap((field) => isEqual(row, field, record) ?? []);
  return equal.length === 0 || equal.includes(true);
}

/** Sets the record that a row matches, and the changes by the row's cells. Empty cells change nothing. */
function setRecord(type: KeyedType, row: ReadRow, id: number, by?: StoredRecord): void {
  row.record = { id, version: ANY_VERSION, asWritten: {} };
  row.isKnown = true;
  if (!row.update) return;
  const values =
    type === 'user' ? personUpdate(row, row.update, by) : placeUpdate(type, row, row.update, by);
  row.values = values;
  row.problems = row.problems.filter(({ error }) => !error || Object.hasOwn(values, error.field));
}

/** Changes of a building or apartment. Another spelling of the key by which it was matched is no change. */
function placeUpdate(type: ReviewType, row: ReadRow, update: UnknownRecord, by?: StoredRecord) {
  const values: Record<string, unknown> = { ...update };
  for (const field of KEY_FIELDS[type]) {
    if (!Object.hasOwn(values, field)) continue;
    if (by && isEqual(row, field, by) === true) delete values[field];
    else values[field] = keyValue(row, field);
  }
  return values;
}

/**
 * Changes of a person's names and phone. From a whole name in one column the stored first name is removed. A
 * phone number that differs by the prefix of the country is the same.
 */
function personUpdate(row: ReadRow, update: UnknownRecord, by?: StoredRecord) {
  const first = readText(by?.record.first_name) ?? '';
  const last = readText(update.last_name) ?? '';
  const isWhole = last !== '' && keyValue(row, 'first_name') === null;
  const last_name = isWhole ? withoutWords(last, first) : update.last_name;
  const names = writableNames(userFields).filter((name) => Object.hasOwn(update, name));
  const values: Record<string, unknown> = mapNames(names, (name) =>
    name === 'last_name' ? last_name : update[name],
  );
  if (by?.record.phone != null && phoneKey(values.phone) === phoneKey(by.record.phone))
    delete values.phone;
  return values;
}

function withoutWords(text: string, others: string): string {
  const dropped = new Set(equalKey(others).split(' '));
  const words = text.replaceAll(',', ' ').split(/\s+/);
  return words.filter((word) => word !== '' && !dropped.has(equalKey(word))).join(' ') || text;
}
