import { fieldOf, formNames, type Field, type Fields } from '~/fields/fields';
import type { FormValues } from '~/fields/field-values';
import { dayInUtc } from '~/fields/calendar-day';
import { formatDateOnly, titleCase } from '~/language/format';

export type Side = 'theirs' | 'mine';

/** One field of a form, as a conflict compares, shows and merges it. */
export interface ComparedField<Values> {
  name: string;
  label: string;
  /** Values with equal texts are equal. */
  textOf: (values: Values) => string;
  /** Text of a side in the dialog, if it differs from textOf. */
  shown?: (values: Values, side: Side) => string;
  /** The address of the stored image, where the field is one. */
  imageOf?: (values: Values) => string | null;
  /** The stored value was replaced and cannot be chosen. */
  replaced?: true;
  /** The form of a stored record does not edit it: theirs is adopted without a question. */
  silent?: boolean;
  merge: (side: Side, mine: Values, theirs: Values) => Partial<Values>;
}

export interface RecordShape<Stored, Values extends object, Body> {
  /** "building": how the conflict dialog calls the record. */
  noun: string;
  /** The form values of a stored record, or those of a new one. */
  toValues: (stored?: Stored) => Values;
  /** The record's fields once the values are stored. */
  toStored: (values: Values) => Partial<Stored>;
  /** The body on the wire; a stored value that was emptied is cleared. */
  toBody: (values: Values, stored?: Stored) => Body;
  compared: ReadonlyArray<ComparedField<Values>>;
}

/** Fields with their own names in a form, from the entity's table. */
export function comparedFields<T extends Fields>(
  fields: T,
): Array<ComparedField<Partial<FormValues<T>>>>;
export function comparedFields(
  fields: Fields,
): Array<ComparedField<Readonly<Record<string, unknown>>>> {
  return formNames(fields).map((name) => {
    const field = fieldOf(fields, name);
    return {
      name,
      label: field.label,
      // References are chosen when a record is created.
      silent: field.kind === 'reference',
      textOf: (values) => textOf(values[name]),
      shown: (values) => shownText(field, textOf(values[name])),
      merge: (side, mine, theirs) => ({ [name]: (side === 'theirs' ? theirs : mine)[name] }),
    };
  });
}

/** Dates and choices in the language, anything else as it is stored. */
export function shownText({ kind }: Field, text: string): string {
  if (kind === 'date' && dayInUtc(text)) return formatDateOnly(text);
  return kind === 'choice' ? titleCase(text) : text;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
