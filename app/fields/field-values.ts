import {
  fieldOf,
  formNames,
  KIND_VALUES,
  mapNames,
  writableNames,
  type Field,
  type Fields,
  type FormName,
  type ReadRecord,
  type RequiredName,
  type ValueOf,
  type WritableName,
} from './fields';

/** Value of a form field: a text as typed; undefined for an empty number, choice or reference. */
type FormValueOf<F extends Field> = F extends {
  kind: 'text' | 'email' | 'url' | 'date' | 'parking';
}
  ? string
  : ValueOf<F> | undefined;

export type FormValues<T extends Fields> = {
  -readonly [Name in FormName<T>]: FormValueOf<T[Name]>;
};

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}/;

/** The form values of a stored record, or empty ones. */
export function formValuesOf<T extends Fields>(
  fields: T,
  record?: Partial<ReadRecord<T>> | null,
): FormValues<T>;
export function formValuesOf(
  fields: Fields,
  record?: Readonly<Record<string, unknown>> | null,
): Record<string, unknown> {
  return mapNames(formNames(fields), (name) => formValue(fieldOf(fields, name), record?.[name]));
}

function formValue(field: Field, value: unknown): unknown {
  if (field.kind === 'choice') return field.options.find((option) => option === value);
  // An API may send an instant instead of a date.
  if (field.kind === 'date' && typeof value === 'string')
    return CALENDAR_DATE.exec(value)?.[0] ?? '';
  return value ?? (KIND_VALUES[field.kind] === 'string' ? '' : undefined);
}

/** Builds a record from a form's values. An empty value is null. */
export function recordOf<T extends Fields>(
  fields: T,
  values: Partial<FormValues<T>>,
): Pick<ReadRecord<T>, FormName<T>>;
export function recordOf(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return mapNames(formNames(fields), (name) => (isEmpty(values[name]) ? null : values[name]));
}

/** The values that a form sends: every required one, and each optional one that has or had a value. */
export type ChangedValues<T extends Fields> = {
  -readonly [Name in RequiredName<T>]: ValueOf<T[Name]>;
} & {
  -readonly [Name in Exclude<WritableName<T>, RequiredName<T>>]?: ValueOf<T[Name]> | null;
};

/**
 * Converts a form to its wire values. An empty optional field is omitted, or null if `stored` has a value to
 * remove (docs/decisions/0005).
 */
export function changedValues<T extends Fields>(
  fields: T,
  values: { readonly [Name in WritableName<T>]?: FormValueOf<T[Name]> | null },
  stored?: Partial<ReadRecord<T>> | null,
): ChangedValues<T>;
export function changedValues(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  stored?: Readonly<Record<string, unknown>> | null,
): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const name of writableNames(fields)) {
    const value = values[name];
    if (!isEmpty(value) || fieldOf(fields, name).required) changed[name] = value;
    else if (!isEmpty(stored?.[name])) changed[name] = null;
  }
  return changed;
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}
