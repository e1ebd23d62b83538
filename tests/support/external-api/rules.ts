import type { Row } from './data';

/** A body as it came over the wire. */
export type WireBody =
  | { encoding: 'none' }
  | { encoding: 'json'; fields: Record<string, unknown> }
  | { encoding: 'multipart' | 'urlencoded'; fields: Record<string, FormDataEntryValue[]> }
  | { encoding: 'other'; contentType: string };

/** A rule for a value. */
export interface FieldRule {
  type: 'text' | 'date' | 'integer' | 'number' | 'file';
  /** Longest text, in characters. */
  max?: number;
  /** A number is a multiple of it. */
  step?: number;
  /** The only values. */
  options?: readonly string[];
  /** Says what is wrong with a value, or null. `stored` is the record's value before the call, on PUT. */
  check: (value: unknown, stored: unknown) => string | null;
}

const empty = (value: unknown) => value === null || value === undefined || value === '';

/** Null where the value is valid, else the problem with the value. */
const unless = (isValid: boolean, problem: string, value: unknown) =>
  isValid ? null : `${problem}, got ${JSON.stringify(value)}`;

function textRule(max: number, problem: string, isValid: (value: string) => boolean): FieldRule {
  return {
    type: 'text',
    max,
    check: (value) =>
      typeof value === 'string' && value.length > max
        ? `must be at most ${max} characters, got ${value.length}`
        : unless(typeof value === 'string' && isValid(value), problem, value),
  };
}

export const text = (max: number) =>
  textRule(max, 'must be a filled text', (value) => value.trim() !== '');
export const anyText = (max: number) => textRule(max, 'must be a text', () => true);
export const webAddress = (max: number) =>
  textRule(max, 'must be a URL', (value) => /^https?:\/\/\S+$/.test(value));
export const integer: FieldRule = {
  type: 'integer',
  check: (value) => unless(Number.isSafeInteger(value), 'must be a whole number', value),
};
export const numberFromOne = (step: number): FieldRule => ({
  type: 'number',
  step,
  check: (value) => {
    const isNumber = typeof value === 'number' && value >= 1;
    const between = isNumber ? Math.abs(value / step - Math.round(value / step)) : 0;
    return between > 1e-6
      ? unless(false, `must be a multiple of ${step}`, value)
      : unless(isNumber, 'must be a number of at least 1', value);
  },
});
/** A whole number of at least 1 in a query or a form. */
export const digits: FieldRule = {
  type: 'integer',
  step: 1,
  check: (value) =>
    unless(typeof value === 'string' && /^[1-9]\d*$/.test(value), 'must be digits', value),
};
export const date: FieldRule = {
  type: 'date',
  check: (value) =>
    unless(typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value), 'must be a date', value),
};
export const file: FieldRule = {
  type: 'file',
  check: (value) =>
    value instanceof File && value.size > 0 && value.name !== '' ? null : 'must be a file',
};
export const choice = (...options: string[]): FieldRule => ({
  type: 'text',
  options,
  check: (value) =>
    unless(
      typeof value === 'string' && options.includes(value),
      `must be one of ${options.join(', ')}`,
      value,
    ),
});

/**
 * A rule for PUT, which may also empty an optional field (null in JSON, '' in a form) that has a value.
 */
export const clearable = (rule: FieldRule, emptied: null | ''): FieldRule => ({
  ...rule,
  check: (value, stored) => {
    if (value !== emptied) return rule.check(value, stored);
    return empty(stored) ? 'is empty and was so before: it must be left out' : null;
  },
});

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
    const problem = rule ? rule.check(value, stored?.[name]) : 'is unknown';
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
