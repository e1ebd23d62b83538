import { isTenancyDay } from './calendar-day';
import { asciiEmail, EMAIL } from './email-address';
import { dateProblem, quantityProblem, readQuantity, type Unit } from './number-text';
import { INTEGER_MAX, SHORT_TEXT_LIMIT_CHARS, URL_LIMIT_CHARS } from './limits';
import { withoutInvisible } from './search-text';
import { ruleViolation, explain, rule, type Rule } from '~/language/rules';
import { z } from './zod';

/** Building blocks of the fields' rules (docs/behaviour/validation.md). */

/** A visible character. A text that has only zero-width spaces and the like counts as empty. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** A trimmed text of at least one visible character. */
export function requiredText(field: string, max = SHORT_TEXT_LIMIT_CHARS) {
  const required = rule('required', { field });
  return z
    .string(required)
    .overwrite(withoutInvisible)
    .trim()
    .min(1, required)
    .max(max, rule('too_long', { field, max }))
    .refine((text) => text === '' || VISIBLE.test(text), required);
}

export function freeText(field: string, max: number) {
  return z
    .string(rule('not_text', { field }))
    .overwrite(withoutInvisible)
    .trim()
    .max(max, rule('too_long', { field, max }));
}

/**
 * A number of at least 1 in the given step. For an unreadable text a form passes NaN, other callers pass
 * the text.
 */
export function atLeastOne(field: string, step: 1 | 0.5 | 0.01, unit?: Unit) {
  const stepRule = step === 1 ? 'not_whole' : step === 0.5 ? 'not_half' : 'too_many_decimals';
  const example = step === 1 ? '3' : '3.5';
  const problemOf = (input: unknown) => {
    if (typeof input === 'number' && !Number.isNaN(input))
      return ruleViolation('below_1', { field });
    const problem = typeof input === 'string' ? quantityProblem(input, unit, example) : null;
    return problem ?? ruleViolation('not_a_number', { field, example });
  };
  return (
    z
      .number({ error: (issue) => explain(issue, problemOf(issue.input)) })
      .min(1, rule('below_1', { field }))
      .max(INTEGER_MAX, rule('too_large', { field }))
      .refine((value) => isMultipleOf(value, step), rule(stepRule, { field }))
      // In binary, 1.1 is not a multiple of 0.01, so the OpenAPI document has no multipleOf for hundredths.
      .meta(step === 0.01 ? {} : { multipleOf: step })
  );
}

function isMultipleOf(value: number, step: number): boolean {
  const steps = value / step;
  // Only hundredths get a tolerance: 1.3000000000000003 is valid for 1.30, 4.999999999 is not whole.
  if (step >= 0.5) return Number.isInteger(steps);
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}

export const ID_MESSAGE = 'Id must be a positive whole number';

export function idNumber(invalid: Rule | string) {
  return z.int(invalid).positive(invalid).max(INTEGER_MAX, invalid);
}

const notADate = ruleViolation('not_a_date');

/** A calendar date without a time zone, YYYY-MM-DD. PostgreSQL rejects the year 0. */
export const calendarDate = z.iso
  .date({
    error: (issue) =>
      explain(issue, (typeof issue.input === 'string' && dateProblem(issue.input)) || notADate),
  })
  .refine((date) => !date.startsWith('0000'), rule('not_a_date'));

export const tenancyDate = calendarDate.refine(
  (date) => !/^\d{4}-/.test(date) || isTenancyDay(date),
  rule('tenancy_date'),
);

/** An e-mail address. Its stored form has at most 254 characters (RFC 5321). */
export const emailAddress = emailWith(rule('not_an_email'));

export function emailWith(invalid: Rule | { error: string }) {
  return z
    .string(invalid)
    .overwrite(withoutInvisible)
    .trim()
    .overwrite(asciiEmail)
    .max(254, invalid)
    .meta({ format: 'email' })
    .pipe(z.email({ pattern: EMAIL, ...invalid }));
}

const notAnAddress = rule('not_an_address');

export const webAddress = z
  .string(notAnAddress)
  .overwrite(withoutInvisible)
  .trim()
  .max(URL_LIMIT_CHARS, notAnAddress)
  .refine((value) => /^https?:\/\/[^\s/]\S*$/i.test(value) && URL.canParse(value), notAnAddress)
  .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' });

const notALanguage = rule('not_an_option', { field: 'language' });

/** A language tag such as "de-CH". A language without a catalogue is shown in English. */
export const languageTag = z
  .string(notALanguage)
  .regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, notALanguage)
  .meta({ description: 'Tag of a language, such as de-CH', example: 'de-CH' });

export const instant = z.iso.datetime({ offset: true });

/**
 * Reads multipart and query values, which are texts: an empty one means "not given", a numeric one becomes
 * a number, also with its unit.
 */
export function numberFromText(value: unknown, unit?: Unit): unknown {
  if (typeof value !== 'string') return value;
  const text = withoutInvisible(value).trim();
  if (text === '') return null;
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return Number(text);
  const quantity = unit ? readQuantity(text, unit) : Number.NaN;
  return Number.isNaN(quantity) ? value : quantity;
}

/** Removes invisible characters of a text. A blank text of an optional field means "no value". */
export function blankToNull(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = withoutInvisible(value);
  return text.trim() === '' ? null : text;
}
