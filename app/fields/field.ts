import { asciiEmail, EMAIL } from './email-address';
import { dateProblem, quantityProblem, readQuantity, type Unit } from './number-text';
import { INTEGER_MAX, SHORT_TEXT_LIMIT_CHARS, URL_LIMIT_CHARS } from './limits';
import { withoutInvisible } from './search-text';
import { z } from './zod';

/** Building blocks of the field rules (docs/behaviour/validation.md). */

/** A visible character. Copied zero-width spaces and the like leave a field empty. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** A trimmed text of at least one visible character. `label` names the field in the length message. */
export function requiredText(message: string, label: string, limit = SHORT_TEXT_LIMIT_CHARS) {
  return z
    .string({ error: message })
    .overwrite(withoutInvisible)
    .trim()
    .min(1, message)
    .max(limit, `${label} must be at most ${limit} characters`)
    .refine((text) => text === '' || VISIBLE.test(text), message);
}

export function freeText(label: string, limit: number) {
  return z
    .string({ error: `${label} must be text` })
    .overwrite(withoutInvisible)
    .trim()
    .max(limit, `${label} must be at most ${limit} characters`);
}

/**
 * A number of at least 1 in the given step. A form has NaN for an unreadable text, which the other callers
 * hand over as it is.
 */
export function atLeastOne(label: string, step: 1 | 0.5 | 0.01, unit?: Unit) {
  const message = `${label} must be at least 1`;
  const stepMessage =
    step === 1
      ? `${label} must be a whole number`
      : step === 0.5
        ? `${label} must be a multiple of 0.5`
        : `${label} must have at most two decimal places`;
  const example = step === 1 ? '3' : '3.5';
  const textMessage = `${label} must be a number such as ${example}, without thousands marks`;
  const messageOf = (input: unknown) => {
    if (typeof input === 'string') return quantityProblem(input, unit, example) ?? textMessage;
    return Number.isNaN(input) ? textMessage : message;
  };
  return (
    z
      .number({ error: ({ input }) => messageOf(input) })
      .min(1, message)
      .max(INTEGER_MAX, `${label} is too large`)
      .refine((value) => isMultipleOf(value, step), stepMessage)
      // Hundredths get no multipleOf in the OpenAPI document: in binary 1.1 is not a multiple of 0.01.
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

export function idNumber(message: string) {
  return z.int({ error: message }).positive(message).max(INTEGER_MAX, message);
}

const DATE_MESSAGE = 'Please enter a valid date (YYYY-MM-DD)';

/** A calendar date without a time zone, YYYY-MM-DD. There is no year 0, and PostgreSQL takes none. */
export const calendarDate = z.iso
  .date({
    error: ({ input }) => (typeof input === 'string' && dateProblem(input)) || DATE_MESSAGE,
  })
  .refine((date) => !date.startsWith('0000'), DATE_MESSAGE);

const TENANCY_DATE_MESSAGE = 'The date must be between 1900-01-01 and 2200-12-31';

/** A day of a tenancy. Years beyond are typing errors, such as 0202 for 2020. */
export const tenancyDate = calendarDate.refine(
  (date) => !/^\d{4}-/.test(date) || (date >= '1900-01-01' && date <= '2200-12-31'),
  TENANCY_DATE_MESSAGE,
);

/** An e-mail address, at most 254 characters (RFC 5321) in the form that is stored. */
export const emailAddress = emailWith('Invalid email address');

export function emailWith(message: string) {
  return z
    .string({ error: message })
    .trim()
    .overwrite(asciiEmail)
    .max(254, message)
    .meta({ format: 'email' })
    .pipe(z.email({ pattern: EMAIL, error: message }));
}

const WEB_ADDRESS_MESSAGE = 'Please enter a valid URL starting with http:// or https://';

export const webAddress = z
  .string({ error: WEB_ADDRESS_MESSAGE })
  .trim()
  .max(URL_LIMIT_CHARS, WEB_ADDRESS_MESSAGE)
  .refine(
    (value) => /^https?:\/\/[^\s/]\S*$/i.test(value) && URL.canParse(value),
    WEB_ADDRESS_MESSAGE,
  )
  .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' });

/** The tag of a language: "de-CH". One without a catalogue is shown as English. */
export const languageTag = z
  .string({ error: 'Please select a valid language' })
  .regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'Please select a valid language')
  .meta({ description: 'Tag of a language, such as de-CH', example: 'de-CH' });

export const instant = z.iso.datetime({ offset: true });

/**
 * Multipart and query values are texts: an empty one is "not given", a numeric one becomes a number, and so
 * does one with its unit.
 */
export function numberFromText(value: unknown, unit?: Unit): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '') return null;
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return Number(text);
  const quantity = unit ? readQuantity(text, unit) : Number.NaN;
  return Number.isNaN(quantity) ? value : quantity;
}

/** An empty or blank text in an optional field means "no value". */
export function blankToNull(value: unknown): unknown {
  return typeof value === 'string' && withoutInvisible(value).trim() === '' ? null : value;
}
