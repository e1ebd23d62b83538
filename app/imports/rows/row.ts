import type { BulkType } from '~/imports/schema';
import { mapNames } from '~/fields/fields';
import { INTEGER_MAX } from '~/fields/limits';
import { readText, type Fields } from '~/fields/reading';
import { equalKey } from '~/fields/search-text';
import { PERSON_NAMES, PLACE_FIELDS } from '~/users/import-fields';
import {
  invalidRow,
  type KeyedType,
  type RowProblem,
  toReviewValue,
  type ReviewValues,
} from '~/imports/row-error';
import type { Cell } from '../formats/sheet-row';

export const PERSON_FIELDS = [...PERSON_NAMES, 'phone'] as const;

/** The fields of each import that are compared with the database and with the file's other rows. */
export const KEY_FIELDS = {
  condo: ['name', 'address', 'zip_code'],
  apartment: ['condo_id', 'apartment_number'],
  user_invite: ['email', 'role', 'condo_id', 'apartment_id'],
  tenancy: [...PERSON_FIELDS, ...PLACE_FIELDS],
} as const satisfies Record<BulkType, readonly string[]>;

export type KeyField = (typeof KEY_FIELDS)[BulkType][number];

/** The fields by which a row without an id is recognized. */
export const NAMED_BY = {
  condo: ['name'],
  apartment: ['condo_id', 'apartment_number'],
  user: ['email'],
} as const satisfies Record<KeyedType, readonly KeyField[]>;

/** A row of a file, or of the rows to create. Checks add problems, and replace names by ids. */
export interface ReadRow {
  number: number;
  /** The row's number, with the contract's fields if valid, else the file's values. */
  values: Record<string, unknown>;
  /** The values that are compared with the database and with other rows. */
  keys: Partial<Record<KeyField, Cell>>;
  /** Cells of columns that are not read: they are returned with an invalid row. */
  extra?: Record<string, Cell>;
  problems: RowProblem[];
  /** References whose heading leaves open whether digits are an id. */
  open?: readonly string[];
  /** Names of the records that the row refers to. */
  names?: Readonly<Record<string, string>>;
  /** The id in a column of its own. */
  id?: number;
  /** Values of the row's cells, for the record that it may fit. */
  update?: Record<string, unknown>;
  /** True if one stored record fits the row, or several do. */
  isKnown?: boolean;
  /** The record that a row of an edited export names, or that a row fits. */
  record?: NamedRecord;
  /** The person whom a valid row of people and tenancies means. */
  person?: RowPerson;
}

/** A person whom one or several rows mean: stored, or created with them. */
export interface RowPerson extends Record<(typeof PERSON_FIELDS)[number], string | null> {
  /** Null until the person is created. */
  id: number | null;
  /** The first row that means a new person. */
  row?: number;
  /** Set once a row has said what is stored nowhere: a name or a phone number. */
  isFilled?: boolean;
}

/** The record that a row of an edited export names, and the version of it that was exported. */
export interface NamedRecord {
  id: number;
  version: string;
  /** Cells with apparent guards, which are real only in our CSV file that was saved as a workbook. */
  asWritten: ReviewValues;
  /** Texts of the columns that cannot be changed, by heading. */
  fixed?: Readonly<Record<string, string>>;
}

/** A record as rows are compared with it. */
export interface StoredRecord {
  record: Fields;
  name: string;
  /** As in an export. */
  version: string;
  /** Texts of the columns that an edited export cannot change, by heading. */
  fixed?: Readonly<Record<string, string>>;
}

export function isValid({ problems }: ReadRow): boolean {
  return problems.length === 0;
}

export function keysOf(type: BulkType, values: Readonly<Record<string, unknown>>): ReadRow['keys'] {
  const fields: readonly KeyField[] = KEY_FIELDS[type];
  return mapNames(fields, (field) => toReviewValue(values[field]));
}

export function keyValue(row: ReadRow, field: KeyField): Cell {
  return row.keys[field] ?? null;
}

/** Equal for +41 79 123 45 67 and 079 123 45 67, whose last nine digits are the same. */
export function phoneKey(phone: unknown): string {
  const text = readText(phone) ?? '';
  return text.replaceAll(/\D/g, '').slice(-9) || equalKey(text);
}

/** True if a row of people and tenancies is about a building as well, not about a person alone. */
export function isPlaced(row: ReadRow): boolean {
  return PLACE_FIELDS.some((field) => keyValue(row, field) !== null);
}

/** The rows whose values of these fields have no error so far, so that they can be compared. */
export function rowsWith(rows: readonly ReadRow[], ...fields: readonly string[]): ReadRow[] {
  return rows.filter(({ problems }) =>
    // A problem without a field concerns the whole row.
    problems.every(({ error }) => error && !fields.includes(error.field)),
  );
}

/** Puts an id in the place of a name; an invalid row keeps what the file says. */
export function setId(row: ReadRow, field: KeyField, id: number, name: string | null): void {
  row.keys[field] = id;
  if (name !== null) row.names = { ...row.names, [field]: name };
  if (isValid(row)) row.values[field] = id;
}

/** The id and the name that a reference may mean: digits below an open heading may be either. */
export function readingsOf(row: ReadRow, field: KeyField): { id: number | null; name: Cell } {
  const key = keyValue(row, field);
  if (typeof key === 'number') return { id: key, name: null };
  const isOpen = row.open?.includes(field) && /^\d{1,10}$/.test(String(key));
  return { id: isOpen && Number(key) <= INTEGER_MAX ? Number(key) : null, name: key };
}

/** Names by field and id, for a preview that shows what people see. */
export type ReferenceNames = Record<string, Record<string, string>>;
/** Only the first rows are previewed. */
const NAMED_ROWS = 100;

export function addNames(names: ReferenceNames, rows: readonly ReadRow[], before: number): void {
  for (const { values, names: own = {} } of rows.slice(0, Math.max(0, NAMED_ROWS - before))) {
    for (const [field, name] of Object.entries(own)) {
      names[field] = { ...names[field], [String(values[field])]: name };
    }
  }
}

/** An invalid row as it is answered, with the columns that are not read. */
export function toInvalidRow({ values, extra, problems }: ReadRow) {
  return invalidRow({ ...values, ...extra }, problems);
}
