import type { CodedError } from '~/rpc/errors/error';
import { englishOf, toSentence, type AnySentence, type Sentence } from '~/language/sentence';
import { apartmentFields, formatParkingSpots, parseParkingSpots } from '~/apartments/fields';
import { condoFields } from '~/condos/fields';
import { ROW_VERSION } from './export';
import { fieldOf, mapNames, namesOf, type Field, type Fields } from '~/fields/fields';
import { fieldsOf } from '~/fields/reading';
import { withoutInvisible } from '~/fields/search-text';
import { userFields } from '~/users/fields';
import { tenancyReviewFields } from '~/users/import-fields';
import type { BulkType, ReviewedRow } from './schema';

/** The error of an invalid row: a sentence about the whole row, or about one of its fields. */
export type RowProblem =
  | { text: string; sentence: Sentence; error?: undefined }
  | { text: string; error: CodedError };

/**
 * Describes an invalid row: its errors as one text and one by one, and the code of an error about the whole
 * row.
 */
export function invalidRow(row: unknown, problems: readonly RowProblem[]) {
  const ofRow = problems.find((problem) => problem.error === undefined);
  return {
    row,
    error: problems.map(({ text }) => text).join('; '),
    errors: problems.flatMap(({ error }) => error ?? []),
    ...(ofRow?.sentence ?? { code: 'invalid_fields', params: {} }),
  };
}

/** A problem of the whole row. */
export function rowProblem(why: AnySentence): RowProblem {
  return { text: englishOf(why), sentence: toSentence(why) };
}

/** A problem of one field, which `subject` names in the text, for example by its heading. */
export function fieldProblem(field: string, subject: string, why: AnySentence): RowProblem {
  const message = englishOf(why);
  return { error: { field, message, ...toSentence(why) }, text: `${subject}: ${message}` };
}

/*
 * Rules for edited exports (docs/behaviour/edited-exports.md). They do not depend on where files are read
 * and rows are stored.
 */

export const REVIEW_TYPES = ['condo', 'apartment'] as const;
export type ReviewType = (typeof REVIEW_TYPES)[number];

/**
 * Types of edited exports. The embedded API also reviews associations (exports of residents), and changes
 * of people.
 */
export const EDITED_TYPES = [...REVIEW_TYPES, 'tenancy', 'user'] as const;
export type EditedType = (typeof EDITED_TYPES)[number];

/** Types whose rows can be matched by a key. People can be matched by the embedded API only. */
export type KeyedType = ReviewType | 'user';

/**
 * The type of the stored records that rows of an import may match. Rows of people and tenancies match a
 * person.
 */
export function keyedTypeOf(type: BulkType): KeyedType | null {
  return type === 'tenancy' ? 'user' : readReviewType(type);
}

/** Finds the type by its name; null for a type whose exports cannot be uploaded again. */
export function readReviewType(name: unknown): ReviewType | null {
  return REVIEW_TYPES.find((one) => one === name) ?? null;
}

export function readEditedType(name: unknown): EditedType | null {
  return EDITED_TYPES.find((one) => one === name) ?? null;
}

/** The import type with the columns of a review. People are read as "People and tenancies" are. */
export function bulkTypeOf(type: EditedType): BulkType {
  return type === 'user' ? 'tenancy' : type;
}

export const REVIEW_FIELDS: Readonly<Record<EditedType, Fields>> = {
  condo: condoFields,
  apartment: apartmentFields,
  tenancy: tenancyReviewFields,
  user: userFields,
};

export const NAME_FIELDS = {
  condo: 'name',
  apartment: 'apartment_number',
  user: 'email',
} as const satisfies Record<KeyedType, string>;

export const REVIEW_MARKS = ['id', ROW_VERSION] as const;

export function isEditedExport(headings: readonly string[]): boolean {
  return REVIEW_MARKS.every((mark) => headings.includes(mark));
}

/** One field of a row whose value differs from the stored one. */
export type FieldChange = ReviewedRow['changes'][number];
export type ReviewValue = FieldChange['new'];
export type ReviewValues = Readonly<Record<string, ReviewValue>>;

export function valuesOf(changes: readonly FieldChange[], which: 'old' | 'new'): ReviewValues {
  return Object.fromEntries(changes.map((change) => [change.field, change[which]]));
}

/** The opposite changes, which undo these. */
export function undone(changes: readonly FieldChange[]): FieldChange[] {
  return changes.map((change) => ({ field: change.field, old: change.new, new: change.old }));
}

/**
 * Changes that a row would make. A field counts as unchanged if its value, or its reading in `asWritten`,
 * is stored.
 */
export function changesOf(
  type: EditedType,
  stored: Readonly<Record<string, unknown>>,
  values: ReviewValues,
  asWritten: ReviewValues = {},
): FieldChange[] {
  const fields = REVIEW_FIELDS[type];
  return Object.entries(values).flatMap(([name, value]) => {
    const old = toReviewValue(stored[name]);
    const readings = [value, asWritten[name] ?? value];
    const isStored = readings.some((reading) => isSame(fieldOf(fields, name), old, reading));
    return isStored ? [] : [{ field: name, old, new: value }];
  });
}

export function toReviewValue(value: unknown): ReviewValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The values of a record, or of an object with some of a record's fields. */
export function reviewValuesOf(record: object): ReviewValues {
  const fields = fieldsOf(record);
  return mapNames(namesOf(fields), (name) => toReviewValue(fields[name]));
}

/** True if two values are equal. Spreadsheets change line breaks and outer blanks, which are ignored. */
function isSame(field: Field, old: ReviewValue, value: ReviewValue): boolean {
  return old === value || plain(field, old) === plain(field, value);
}

function plain(field: Field, value: ReviewValue): ReviewValue {
  if (field.kind === 'parking' && typeof value !== 'number') {
    // "No parking spot" is written as "None" or as an empty text.
    return formatParkingSpots(parseParkingSpots(value));
  }
  if (typeof value !== 'string') return value;
  const text = withoutInvisible(value).replaceAll(/\r\n?/g, '\n').trim();
  if (text === '') return null;
  return field.kind === 'date' ? dayOf(text) : text;
}

/** The day of a date; some APIs send an instant. */
export function dayOf(date: string): string {
  return date.slice(0, 'YYYY-MM-DD'.length);
}
