import {
  atLeastOne,
  blankToNull,
  calendarDate,
  emailAddress,
  freeText,
  idNumber,
  instant,
  numberFromText,
  requiredText,
  tenancyDate,
  webAddress,
} from './field';
import {
  fieldOf,
  formNames,
  KIND_VALUES,
  mapNames,
  sortNames,
  subjectOf,
  writableNames,
  type Field,
  type Fields,
  type FormName,
  type SortName,
  type ValueOf,
  type WritableName,
} from './fields';
import { filtersOf, type Filter, type FilterParam } from './filters';
import { INTEGER_MAX } from './limits';
import { withoutInvisible } from './search-text';
import { z } from './zod';
import { asRule, rule as ruleOf } from '~/language/rules';

/* Schemas of an entity, derived from its table of fields. The single rules are in field.ts. */

export const PARKING_LIMIT_CHARS = 1_000;
const FILTER_LIMIT_CHARS = 1_000;

/** The rule for a field's value if the field is not empty. */
export function valueSchema<F extends Field>(field: F): z.ZodType<ValueOf<F>, ValueOf<F>>;
export function valueSchema(field: Field): z.ZodType {
  const subject = subjectOf(field);
  switch (field.kind) {
    case 'text':
      return field.required ? requiredText(subject, field.max) : freeText(subject, field.max);
    case 'parking':
      return freeText(subject, PARKING_LIMIT_CHARS);
    case 'email':
      return emailAddress;
    case 'url':
      return webAddress;
    case 'date':
      return field.isTenancy ? tenancyDate : calendarDate;
    case 'number':
    case 'integer':
      return atLeastOne(subject, field.step, field.unit);
    case 'choice':
      return z.enum(field.options, ruleOf('not_an_option', { field: subject }));
    case 'reference':
      return idNumber(asRule(field.message));
    case 'id':
      return z.int();
    case 'boolean':
      return z.boolean();
    case 'image':
      return z.string();
    case 'instant':
      return instant;
  }
}

type Texts = 'text' | 'email' | 'url' | 'date';

/**
 * Type of a form's schema. An empty text is '', any other empty field undefined. A null reference means
 * "none".
 */
type FormSchema<F extends Field> = F extends { kind: Texts }
  ? z.ZodType<string, string>
  : F extends { required: true }
    ? z.ZodType<ValueOf<F>, F extends { kind: 'reference' } ? number | undefined : ValueOf<F>>
    : F extends { kind: 'reference' }
      ? z.ZodOptional<z.ZodNullable<z.ZodType<number, number>>>
      : z.ZodOptional<z.ZodType<ValueOf<F>, ValueOf<F>>>;

export function formSchemaOf<T extends Fields>(
  fields: T,
): z.ZodObject<{ -readonly [Name in FormName<T>]: FormSchema<T[Name]> }>;
export function formSchemaOf(fields: Fields): z.ZodObject {
  return z.object(mapNames(formNames(fields), (name) => formSchema(fieldOf(fields, name))));
}

function formSchema(field: Field): z.ZodType {
  const { kind, required } = field;
  const rule = valueSchema(field);
  if (kind === 'reference') {
    return required
      ? z.union([rule, z.undefined()]).refine((value) => value !== undefined, asRule(field.message))
      : rule.nullable().optional();
  }
  if (required) return rule;
  if (kind === 'url' || kind === 'date') return blankOr(rule);
  return kind === 'number' || kind === 'integer' || kind === 'choice' ? rule.optional() : rule;
}

/** Accepts an empty or a valid text. Otherwise the error is the first one of the rule. */
function blankOr(rule: z.ZodType): z.ZodType {
  return z
    .string()
    .overwrite(withoutInvisible)
    .superRefine((text, context) => {
      if (text.trim() === '') return;
      const issue = rule.safeParse(text).error?.issues[0];
      if (issue) context.addIssue({ ...issue });
    });
}

type BodySchema<F extends Field> = F extends { required: true }
  ? z.ZodType<ValueOf<F>, ValueOf<F>>
  : z.ZodOptional<z.ZodNullable<z.ZodType<ValueOf<F>, ValueOf<F>>>>;

/** Body of a new record, as JSON or texts of a form. For an update, `.partial()`: only sent fields change. */
export function bodySchemaOf<T extends Fields>(
  fields: T,
): z.ZodObject<{ -readonly [Name in WritableName<T>]: BodySchema<T[Name]> }>;
export function bodySchemaOf(fields: Fields): z.ZodObject {
  return z.object(mapNames(writableNames(fields), (name) => bodySchema(fieldOf(fields, name))));
}

function bodySchema(field: Field): z.ZodType {
  const rule = valueSchema(field);
  const before = preparation(field);
  if (field.required) return before ? z.preprocess(before, rule) : rule;
  return z.preprocess(before ?? blankToNull, rule.nullable().optional());
}

function preparation(field: Field): ((value: unknown) => unknown) | null {
  const { kind } = field;
  if (kind === 'reference') return (value) => numberFromText(value);
  if (kind === 'number' || kind === 'integer') return (value) => numberFromText(value, field.unit);
  return kind === 'text' && field.fromNumber ? digitsOf : null;
}

function digitsOf(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

type AnswerSchema<F extends Field> = F extends { required: true } | { kind: 'boolean' }
  ? z.ZodType<ValueOf<F>, ValueOf<F>>
  : z.ZodNullable<z.ZodType<ValueOf<F>, ValueOf<F>>>;

/** A record in a response of the embedded API: every field is present, null where it has no value. */
export function answerSchemaOf<T extends Fields>(
  fields: T,
): z.ZodObject<{ -readonly [Name in keyof T & string]: AnswerSchema<T[Name]> }>;
export function answerSchemaOf(fields: Fields): z.ZodObject {
  return z.object(mapNames(Object.keys(fields), (name) => answerSchema(fieldOf(fields, name))));
}

function answerSchema(field: Field): z.ZodType {
  const value = storedSchema(field);
  return field.required || field.kind === 'boolean' ? value : value.nullable();
}

const STORED = { string: z.string(), number: z.number(), integer: z.int(), id: z.int() };

/** Stored values were validated when they were written; the response schema only gives their type. */
function storedSchema(field: Field): z.ZodType {
  const { kind } = field;
  if (kind === 'date') return z.iso.date();
  if (kind === 'choice') return z.enum(field.options);
  return kind === 'boolean' || kind === 'instant' ? valueSchema(field) : STORED[KIND_VALUES[kind]];
}

/** A search or filter text. Leave it out if it is empty. */
export const filterText = z
  .string()
  .max(FILTER_LIMIT_CHARS, ruleOf('text_too_long', { max: FILTER_LIMIT_CHARS }))
  .optional();
export const filterId = z.coerce.number().int().positive().max(INTEGER_MAX).optional();

/** Ids in one text, separated by commas, up to the length that a URL allows. */
export const filterIds = z
  .string()
  .max(2_000)
  .regex(/^\d{1,9}(,\d{1,9})*$/);

/** Accepts an empty text, which an empty control sends, as no filter. */
const orEmpty = <T extends z.ZodType>(schema: T) => z.literal('').or(schema).optional();
const filterNumber = orEmpty(z.coerce.number());
const filterDate = orEmpty(z.iso.date());

type FilterSchema<T extends Fields, Param> = Param extends keyof T
  ? T[Param] extends { kind: 'reference' }
    ? typeof filterId
    : typeof filterText
  : Param extends `${string}_${'min' | 'max'}`
    ? typeof filterNumber
    : typeof filterDate;

export function filterShapeOf<T extends Fields>(
  fields: T,
): { -readonly [Param in FilterParam<T>]: FilterSchema<T, Param> };
export function filterShapeOf(fields: Fields): Record<string, z.ZodType> {
  return Object.fromEntries(filtersOf(fields).map((one) => [one.param, filterSchema(one)]));
}

const FILTER_SCHEMAS = {
  text: filterText,
  canton: filterText,
  reference: filterId,
  number: filterNumber,
  date: filterDate,
};

function filterSchema({ kind, options }: Filter): z.ZodType {
  return kind === 'choice' ? orEmpty(z.enum(options)) : FILTER_SCHEMAS[kind];
}

export interface Sort<Name extends string> {
  by: Name;
  order: 'asc' | 'desc';
}

/** Sorting of a list's query; `initial` applies to a query without one. */
export function sortShapeOf<T extends Fields>(fields: T, initial: Sort<SortName<T>>) {
  return {
    sort_by: z.enum(sortNames(fields)).default(initial.by),
    sort_order: z.enum(['asc', 'desc']).default(initial.order),
  };
}
