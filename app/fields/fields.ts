import type { Unit } from './number-text';
import { readBoolean, readId, readNumber, readText, type UnknownRecord } from './reading';
import type { RuleSentence } from '~/language/rules';

/**
 * An entity is a table of fields, as plain data. Schemas, readers, form values, import columns, SQL and
 * lists of names are derived from it (docs/architecture.md, "An entity is a table of fields").
 */

interface FieldBase {
  label: string;
  /** Name of the field in messages if it differs from the label: "Rooms must be at least 1". */
  subject?: string;
  /** True if a value is required in the form, in a new record and in every stored one. */
  required?: true;
  /** True for a field of responses that request bodies do not have. */
  readOnly?: true;
  /** Offers a filter by the field's kind (filters.ts). The number is the relative width of the control. */
  filter?: number;
  sort?: true;
}

/**
 * A text of at most `max` characters. With `fromNumber`, a number in JSON or in a cell is taken as its
 * digits.
 */
export interface TextField extends FieldBase {
  kind: 'text';
  max: number;
  fromNumber?: true;
  /** True for a canton. Its filter accepts any of the canton's names. */
  isCanton?: true;
}

/** A number of at least 1 in steps: whole numbers, halves, or two decimal places. */
export interface NumberField extends FieldBase {
  kind: 'number' | 'integer';
  step: 1 | 0.5 | 0.01;
  /** Unit that may be written after the number: "82 m²" is read as 82. */
  unit?: Unit;
}

export interface ChoiceField extends FieldBase {
  kind: 'choice';
  options: readonly string[];
}

/** The id of another record. `message` is the error if that record does not exist. */
export interface ReferenceField extends FieldBase {
  kind: 'reference';
  to: 'condo' | 'apartment';
  message: RuleSentence;
}

/** A boolean. `otherwise` is the value of a response that does not send it. */
export interface BooleanField extends FieldBase {
  kind: 'boolean';
  otherwise: boolean;
}

/** A calendar date, YYYY-MM-DD. With `isTenancy` its year is 1900 to 2200. */
export interface DateField extends FieldBase {
  kind: 'date';
  isTenancy?: true;
}

/** Other kinds. An instant is ISO 8601 in UTC, an image is an address. */
export interface PlainField extends FieldBase {
  kind: 'id' | 'email' | 'url' | 'parking' | 'image' | 'instant';
}

export type Field =
  | TextField
  | NumberField
  | ChoiceField
  | ReferenceField
  | BooleanField
  | DateField
  | PlainField;

/** The field table of an entity, in the order of its form and of its import file. */
export type Fields = Readonly<Record<string, Field>>;

export type NamesOf<T extends Fields, Shape> = {
  [Name in keyof T]: T[Name] extends Shape ? Name : never;
}[keyof T] &
  string;

export type WritableName<T extends Fields> = Exclude<
  keyof T & string,
  NamesOf<T, { readOnly: true }>
>;
/**
 * Fields that a form has by the same name. Parking is typed as a list of spots instead:
 * app/apartments/fields.ts.
 */
export type FormName<T extends Fields> = Exclude<WritableName<T>, NamesOf<T, { kind: 'parking' }>>;
export type RequiredName<T extends Fields> = NamesOf<T, { required: true }> & WritableName<T>;
export type FilterName<T extends Fields> = NamesOf<T, { filter: number }>;
export type SortName<T extends Fields> = NamesOf<T, { sort: true }>;

export function namesOf<Table extends object>(table: Table): Array<Extract<keyof Table, string>>;
export function namesOf(table: object): string[] {
  return Object.keys(table);
}

export function writableNames<T extends Fields>(fields: T): Array<WritableName<T>>;
export function writableNames(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => !fieldOf(fields, name).readOnly);
}

export function formNames<T extends Fields>(fields: T): Array<FormName<T>>;
export function formNames(fields: Fields): string[] {
  return writableNames(fields).filter((name) => fieldOf(fields, name).kind !== 'parking');
}

export function sortNames<T extends Fields>(fields: T): Array<SortName<T>>;
export function sortNames(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fieldOf(fields, name).sort);
}

export function subjectOf({ subject, label }: Field): string {
  return subject ?? label;
}

/** Finds a field by its name. @throws Error for a name that is not in the table: a bug */
export function fieldOf(fields: Fields, name: string): Field {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw new Error(`There is no field "${name}"`);
  return field;
}

/** Type of the values of each kind, in a body and in a stored record. */
export const KIND_VALUES = {
  text: 'string',
  email: 'string',
  url: 'string',
  date: 'string',
  parking: 'string',
  image: 'string',
  instant: 'string',
  choice: 'string',
  number: 'number',
  integer: 'integer',
  id: 'id',
  reference: 'id',
  boolean: 'boolean',
} as const satisfies Readonly<Record<Field['kind'], string>>;

type ValueOfKind<Kind extends Field['kind']> = {
  string: string;
  number: number;
  integer: number;
  id: number;
  boolean: boolean;
}[(typeof KIND_VALUES)[Kind]];

/** The type of a field's value: the options of a choice, otherwise the type of its kind. */
export type ValueOf<F extends Field> = F extends { options: readonly (infer Option)[] }
  ? Option
  : ValueOfKind<F['kind']>;

/** A record as any API may send it. Each field may be missing, except booleans. A choice may be any text. */
export type ReadRecord<T extends Fields> = {
  -readonly [Name in keyof T]: T[Name] extends { kind: 'boolean' }
    ? boolean
    : ValueOfKind<T[Name]['kind']> | null;
};

/** Builds an object with one entry per name. Object.fromEntries would lose the type of the names. */
export function mapNames<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value>;
export function mapNames<Value>(
  names: readonly string[],
  valueOf: (name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}

/** The lenient reader of an entity (reading.ts), derived from its table. */
export function readerOf<T extends Fields>(fields: T): (answer: UnknownRecord) => ReadRecord<T>;
export function readerOf(fields: Fields): (answer: UnknownRecord) => Record<string, unknown> {
  const readers = Object.keys(fields).map(
    (name) => [name, readerFor(fieldOf(fields, name))] as const,
  );
  // Spreading a prepared object is several times faster than setting each field, and a list has up to
  // 10,000 rows.
  const empty: Readonly<Record<string, unknown>> = mapNames(Object.keys(fields), () => null);
  return (answer) => {
    const record = { ...empty };
    for (const [name, read] of readers) {
      const value = read(answer[name]);
      if (value !== null) record[name] = value;
    }
    return record;
  };
}

const READERS = { string: readText, number: readNumber, integer: readNumber, id: readId };

function readerFor(field: Field): (value: unknown) => unknown {
  return field.kind === 'boolean'
    ? (value) => readBoolean(value) ?? field.otherwise
    : READERS[KIND_VALUES[field.kind]];
}

/** A record id of a path: a positive whole number, or null for anything else (shown as "not found"). */
export function parseRecordId(text: string): number | null {
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}

/** Reads and writes the record id in the path of a route. */
export function recordParams<Name extends string>(name: Name) {
  return {
    parse: (raw: Readonly<Record<Name, string>>) =>
      mapNames([name], () => parseRecordId(raw[name])),
    stringify: (read: Readonly<Record<Name, number | null>>) =>
      mapNames([name], () => String(read[name] ?? '-')),
  };
}
