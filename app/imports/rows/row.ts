import type { BulkType } from '~/imports/schema';
import { mapNames } from '~/fields/fields';
import { INTEGER_MAX } from '~/fields/limits';
import { readText, type UnknownRecord } from '~/fields/reading';
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

/** The fields that identify the record of a row without an id. */
export const NAMED_BY = {
  condo: ['name'],
  apartment: ['condo_id', 'apartment_number'],
  user: ['email'],
} as const satisfies Record<KeyedType, readonly KeyField[]>;

/** A row of a file, or of the rows to create. Checks add problems and replace names by ids. */
export interface ReadRow {
  number: number;
  /** The row's number and values: fields of the contract if the row is valid, otherwise the file's cells. */
  values: Record<string, unknown>;
  /** The values that are compared with the database and with other rows. */
  keys: Partial<Record<KeyField, Cell>>;
  /** Cells of columns that are not read. They are returned with an invalid row. */
  extra?: Record<string, Cell>;
  problems: RowProblem[];
  /** References whose heading does not say whether digits are an id. */
  open?: readonly string[];
  /** Names of the records that the row refers to. */
  names?: Readonly<Record<string, string>>;
  /** The record's id from its own column. */
  id?: number;
  /** Values of the row's cells, for the record that it may match. */
  update?: Record<string, unknown>;
  /** True if one or several stored records match the row. */
  isKnown?: boolean;
  /** The record that a row of an edited export names, or that a row matches. */
  record?: NamedRecord;
  /** The person of a valid row of people and tenancies. */
  person?: RowPerson;
}

/** A person of one or several rows: stored already, or created with them. */
export interface RowPerson extends Record<(typeof PERSON_FIELDS)[number], string | null> {
  /** Null until the person is created. */
  id: number | null;
  /** Number of the first row with a new person. */
  row?: number;
  /** Set once a row adds a name or phone number that is not stored. */
  isFilled?: boolean;
}

/** The record that a row of an edited export names, in the version that was exported. */
export interface NamedRecord {
  id: number;
  version: string;
  /** Cells that seem to have guards. The guards are real only if our CSV file was saved as a workbook. */
  asWritten: ReviewValues;
  /** Texts of the columns that cannot be changed, by heading. */
  fixed?: Readonly<Record<string, string>>;
}

/** A stored record, for comparison with rows. */
export interface StoredRecord {
  record: UnknownRecord;
  name: string;
  /** The version, as in an export. */
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

/** The last nine digits of a phone number, which are the same in +41 79 123 45 67 and 079 123 45 67. */
export function phoneKey(phone: unknown): string {
  const text = readText(phone) ?? '';
  return text.replaceAll(/\D/g, '').slice(-9) || equalKey(text);
}

/** True if a row of people and tenancies has a building, so that it is not about a person alone. */
export function isPlaced(row: ReadRow): boolean {
  return PLACE_FIELDS.some((field) => keyValue(row, field) !== null);
}

/** Rows whose values of these fields have no error so far, so that they can be compared. */
export function rowsWith(rows: readonly ReadRow[], ...fields: readonly string[]): ReadRow[] {
  return rows.filter(({ problems }) =>
    // A problem without a field concerns the whole row.
    problems.every(({ error }) => error && !fields.includes(error.field)),
  );
}

/** Replaces a name by an id. An invalid row keeps the text of the file. */
export function setId(row: ReadRow, field: KeyField, id: number, name: string | null): void {
  row.keys[field] = id;
  if (name !== null) row.names = { ...row.names, [field]: name };
  if (isValid(row)) row.values[field] = id;
}

/** The id and the name that a reference may mean. Digits below an open heading may be either. */
export function readingsOf(row: ReadRow, field: KeyField): { id: number | null; name: Cell } {
  const key = keyValue(row, field);
  if (typeof key === 'number') return { id: key, name: null };
  const isOpen = row.open?.includes(field) && /^\d{1,10}$/.test(String(key));
  return { id: isOpen && Number(key) <= INTEGER_MAX ? Number(key) : null, name: key };
}

/** Names by field and id, so that a preview can show names instead of ids. */
export type ReferenceNames = Record<string, Record<string, string>>;
/** Rows of a preview. */
const NAMED_ROWS = 100;

export function addNames(names: ReferenceNames, rows: readonly ReadRow[], before: number): void {
  for (const { values, names: own = {} } of rows.slice(0, Math.max(0, NAMED_ROWS - before))) {
    for (const [field, name] of Object.entries(own)) {
      names[field] = { ...names[field], [String(values[field])]: name };
    }
  }
}

/** An invalid row as the API answers it, with the columns that are not read. */
export function toInvalidRow({ values, extra, problems }: ReadRow) {
  return invalidRow({ ...values, ...extra }, problems);
}
