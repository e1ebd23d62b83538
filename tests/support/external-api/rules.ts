import type { Row } from './data';

/** A body as it came over the wire. */
export type WireBody =
  | { encoding: 'none' }
  | { encoding: 'json'; fields: Record<string, unknown> }
  | { encoding: 'multipart' | 'urlencoded'; fields: Record<string, FormDataEntryValue[]> }
  | { encoding: 'other'; contentType: string };

/** Says what is wrong with a value, or null. `stored` is the record's value before the call, on PUT. */
type FieldRule = (value: unknown, stored: unknown) => string | null;

const fail = (problem: string) => (value: unknown) => `${problem}, got ${JSON.stringify(value)}`;
const empty = (value: unknown) => value === null || value === undefined || value === '';

export const text: FieldRule = (value) =>
  typeof value === 'string' && value.trim() !== '' ? null : fail('must be a filled text')(value);
export const anyText: FieldRule = (value) =>
  typeof value === 'string' ? null : fail('must be a text')(value);
export const integer: FieldRule = (value) =>
  Number.isSafeInteger(value) ? null : fail('must be a whole number')(value);
export const numberFromOne: FieldRule = (value) =>
  typeof value === 'number' && value >= 1 ? null : fail('must be a number of at least 1')(value);
export const numericText: FieldRule = (value) =>
  typeof value === 'string' && /^[1-9]\d*$/.test(value) ? null : fail('must be digits')(value);
export const dateText: FieldRule = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
    ? null
    : fail('must be a date')(value);
export const webAddress: FieldRule = (value) =>
  typeof value === 'string' && /^https?:\/\/\S+$/.test(value) ? null : fail('must be a URL')(value);
export const file: FieldRule = (value) =>
  value instanceof File && value.size > 0 && value.name !== '' ? null : 'must be a file';
export const oneOf =
  (...allowed: string[]): FieldRule =>
  (value) =>
    typeof value === 'string' && allowed.includes(value)
      ? null
      : fail(`must be one of ${allowed.join(', ')}`)(value);

/** On PUT an optional field may also be emptied (null in JSON, '' in a form), but only where there was a value. */
export const clearable =
  (rule: FieldRule, emptied: null | ''): FieldRule =>
  (value, stored) => {
    if (value !== emptied) return rule(value, stored);
    return empty(stored) ? 'is empty and was so before: it must be left out' : null;
  };

export interface Fields {
  required?: Readonly<Record<string, FieldRule>>;
  optional?: Readonly<Record<string, FieldRule>>;
}

/** Problems of a set of named values against the rules. */
export function checkFields(
  values: Readonly<Record<string, unknown>>,
  { required = {}, optional = {} }: Fields,
  stored: Row | undefined,
): string[] {
  const problems: string[] = [];
  for (const name of Object.keys(required)) {
    if (!(name in values)) problems.push(`${name} is missing`);
  }
  for (const [name, value] of Object.entries(values)) {
    const rule = required[name] ?? optional[name];
    const problem = rule ? rule(value, stored?.[name]) : 'is unknown';
    if (problem !== null) problems.push(`${name} ${problem}`);
  }
  return problems;
}

/** Each value once: a form may contain a name twice. */
export function singleValues(fields: Record<string, FormDataEntryValue[]>): {
  values: Record<string, FormDataEntryValue>;
  problems: string[];
} {
  const values: Record<string, FormDataEntryValue> = {};
  const problems: string[] = [];
  for (const [name, [first, ...more]] of Object.entries(fields)) {
    if (first !== undefined) values[name] = first;
    if (more.length > 0) problems.push(`${name} is there ${more.length + 1} times`);
  }
  return { values, problems };
}
