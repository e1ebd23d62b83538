import { bodySchemaOf } from '~/fields/field-schemas';
import { mapNames, writableNames } from '~/fields/fields';
import type { UnknownRecord } from '~/fields/reading';
import { formatParkingSpots, parseParkingSpots } from '~/apartments/fields';
import { violatedRule } from '~/imports/rows/review-rows';
import { keysOf, type ReadRow, type StoredRecord } from '~/imports/rows/row';
import { REVIEW_FIELDS, type KeyedType, type ReviewType } from '~/imports/row-error';
import type { AnySentence } from '~/language/sentence';
import { ruleOf } from '~/language/sentence-reading';
import type { Db } from '~/platform/database/connect.server';
import { findObstacles } from '~/history/server/obstacles';
import { givenValues } from '~/history/server/records.repo';
import { createCheck } from './checks';

/* Checks of rows that have values by field instead of cells of a file. */

/** A row with its place. `id` is the id of the record that it changes. */
export interface GivenRow {
  place: number;
  id: number | null;
  values: UnknownRecord;
}

/** Adds an error about the value of one field to the row of a place. */
export type RejectField = (place: number, field: string, why: AnySentence) => void;

const BODIES = mapNames(['condo', 'apartment', 'user'], (type) =>
  bodySchemaOf(REVIEW_FIELDS[type]),
);

/**
 * Validates a row's values by the rules of the forms, and returns them as stored. Of a change only the sent
 * values are checked.
 */
export function readValues(
  type: KeyedType,
  { place, id, values }: GivenRow,
  stored: StoredRecord | undefined,
  reject: RejectField,
): UnknownRecord {
  const known: readonly string[] = writableNames(REVIEW_FIELDS[type]);
  const unknown = Object.keys(values).filter((name) => !known.includes(name));
  for (const name of unknown) reject(place, name, 'not_proposable');
  const texts = mapNames(Object.keys(values), (name) => withPlainBreaks(values[name]));
  const schema = id === null ? BODIES[type] : BODIES[type].partial();
  const { success, data, error } = schema.safeParse(texts);
  if (!success) {
    for (const issue of error.issues)
      reject(place, String(issue.path[0]), ruleOf(issue) ?? 'not_valid');
    return {};
  }
  const broken = stored && violatedRule(type, stored, data);
  if (broken) reject(place, ...broken);
  const spots = 'parking_spot_number' in data ? data.parking_spot_number : null;
  if (typeof spots !== 'string') return data;
  return { ...data, parking_spot_number: formatParkingSpots(parseParkingSpots(spots)) };
}

const withPlainBreaks = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n').toWellFormed() : value;

/** Rejects changes whose building was deleted, or will have another apartment with that number. */
export async function checkChanges(
  db: Db,
  type: KeyedType,
  rows: readonly GivenRow[],
  reject: RejectField,
): Promise<void> {
  const moved = rows.filter(({ values }) => 'condo_id' in values || 'apartment_number' in values);
  if (type !== 'apartment' || moved.length === 0) return;
  const records = moved.flatMap(({ id, values }) => (id === null ? [] : [{ id, values }]));
  const placeOf = new Map(moved.map(({ id, place }) => [id, place]));
  for (const { id, reason } of await findObstacles(db, type, givenValues(records))) {
    const place = placeOf.get(id) ?? 0;
    if (reason === 'no_building') reject(place, 'condo_id', 'no_building_with_id');
    else reject(place, 'apartment_number', 'its_number_taken_already');
  }
}

/**
 * Rejects new records that exist already, or twice in these rows. With `writing` the database itself finds
 * stored apartments.
 */
export async function checkNew(
  db: Db,
  type: ReviewType,
  rows: readonly GivenRow[],
  { day, writing, reject }: { day: string; writing: boolean; reject: RejectField },
): Promise<void> {
  const read = rows.map(({ place: number, values }): ReadRow => {
    return { number, values: { ...values }, keys: keysOf(type, values), problems: [] };
  });
  await createCheck(db, type, { day, writing })(read);
  for (const { number, problems } of read)
    for (const { error } of problems)
      if (error) reject(number, error.field, { code: error.code, params: error.params });
}
