import { fieldOf, formNames, type Field, type Fields } from '~/fields/fields';
import type { FormValues } from '~/fields/field-values';
import { dayInUtc } from '~/fields/calendar-day';
import { formatDateOnly, titleCase } from '~/language/format';

export type Side = 'theirs' | 'mine';

/** Describes one form field: how a conflict compares, shows and merges it. */
export interface ComparedField<Values> {
  name: string;
  label: string;
  /** Text of a field. Values with equal texts count as equal. */
  textOf: (values: Values) => string;
  /** Text in the dialog, if it differs from textOf. */
  shown?: (values: Values, side: Side) => string;
  /** Address of the stored image, for image fields. */
  imageOf?: (values: Values) => string | null;
  /** True if the stored value was replaced and can no longer be chosen. */
  replaced?: true;
  /** True if the form of a stored record cannot edit the field: their value is adopted without a question. */
  silent?: boolean;
  merge: (side: Side, mine: Values, theirs: Values) => Partial<Values>;
}

export interface RecordShape<Stored, Values extends object, Body> {
  /** Name of the record in the conflict dialog: "building". */
  noun: string;
  /** The form values of a stored record, or those of a new one. */
  toValues: (stored?: Stored) => Values;
  /** The record's fields after the values are stored. */
  toStored: (values: Values) => Partial<Stored>;
  /** The body on the wire. Emptied fields are cleared if they have a stored value. */
  toBody: (values: Values, stored?: Stored) => Body;
  compared: ReadonlyArray<ComparedField<Values>>;
}

/** Describes the fields that a form has by their own names, from the entity's table. */
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
      // References can be chosen only when a record is created.
      silent: field.kind === 'reference',
      textOf: (values) => textOf(values[name]),
      shown: (values) => shownText(field, textOf(values[name])),
      merge: (side, mine, theirs) => ({ [name]: (side === 'theirs' ? theirs : mine)[name] }),
    };
  });
}

/** A value as text: dates and choices in the reader's language, others as stored. */
export function shownText({ kind }: Field, text: string): string {
  if (kind === 'date' && dayInUtc(text)) return formatDateOnly(text);
  return kind === 'choice' ? titleCase(text) : text;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
