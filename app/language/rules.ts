import { fillNames, type NameIn } from './template-pattern.ts';

/** Sentences of the schemas' rules by code. Browsers need them in English too, as schemas run there. */
export const RULES = {
  required: '{field} is required',
  not_text: '{field} must be text',
  below_1: '{field} must be at least 1',
  not_whole: '{field} must be a whole number',
  not_half: '{field} must be a multiple of 0.5',
  too_many_decimals: '{field} must have at most two decimal places',
  not_a_number: '{field} must be a number such as {example}, without thousands marks',
  no_value: '{text} is no value: leave this empty',
  ground_floor: '{text} is a ground floor: floors begin at 1 here',
  below_ground: '{text} is below the ground floor: floors begin at 1 here',
  floor_unnumbered: '{text} is a floor without a number: write its number',
  not_exact: '{text} is no exact number: write one number such as {example}',
  year_alone: '{text} is a year alone: write the whole date as YYYY-MM-DD',
  month_alone: '{text} is a month alone: write the whole date as YYYY-MM-DD',
  short_year: '{text} has a year of two digits: write the whole date as YYYY-MM-DD',
  too_large: '{field} is too large',
  too_long: '{field} must be at most {max} characters',
  too_short: '{field} must be at least {min} characters',
  image_too_large: '{field} size must be less than 5MB',
  image_type: 'Please select a valid image file (JPEG, PNG, or WebP)',
  not_an_option: 'Please select a valid {field}',
  not_a_date: 'Please enter a valid date (YYYY-MM-DD)',
  person_unnamed: 'A name or an email address is required',
  person_chosen: 'Choose a person, or enter a new one',
  person_selection: 'Person selection is required',
  apartment_selection: 'Apartment selection is required',
  tenancy_date: 'The date must be between 1900-01-01 and 2200-12-31',
  until_before_since: 'The last day is before the first',
  not_an_address: 'Please enter a valid URL starting with http:// or https://',
  not_an_email: 'Invalid email address',
  apartment_required: 'Apartment selection is required for this role',
  parking_required: 'At least one parking spot or None must be selected',
  code_required: 'Code is required',
  code_digits: 'The code has 6 digits',
  letter_code: 'The code has 10 letters and digits',
  code_too_long: 'This code is too long',
  common_password: 'This password is too common. Please choose another one',
  lifetime_whole: 'Lifetime must be a whole number of days',
  lifetime_short: 'Lifetime must be at least 1 day',
  lifetime_long: 'Lifetime must be at most {max} days',
  missing: 'is required',
  unknown_link: 'This link is not valid',
  access_denied: 'Access denied. Only super administrators can access the admin panel.',
} as const;

/** Rules that no screen can break. Catalogues leave them out. */
export const CALLER_RULES = {
  time_out_of_range: 'Must be a time of the years 1 to 9999',
  text_too_long: 'must be at most {max} characters',
} as const;

const TABLE = { ...RULES, ...CALLER_RULES };
type RuleCode = keyof typeof TABLE;
type RuleName<C extends RuleCode> = NameIn<(typeof TABLE)[C]>;
type Values<C extends RuleCode> = [RuleName<C>] extends [never]
  ? []
  : [values: Readonly<Record<RuleName<C>, string | number>>];

/** The sentence of a rule that a value breaks, with the values for its text. */
export interface RuleViolation {
  code: RuleCode;
  params: Readonly<Record<string, string>>;
}

/** A broken rule as data, with exactly the values of its sentence. */
export type RuleSentence = {
  [C in RuleCode]: { code: C; params: Readonly<Record<RuleName<C>, string>> };
}[RuleCode];

export function ruleViolation<C extends RuleCode>(code: C, ...[values]: Values<C>): RuleViolation {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(values ?? {})) params[name] = String(value);
  return { code, params };
}

export function ruleText({ code, params }: RuleViolation): string {
  return fillNames(TABLE[code], (name) => params[name] ?? '');
}

/** The error option of a zod schema, called with the issue. */
export interface Rule {
  error: (issue: object) => string;
}

/** Makes the error option of a schema: `z.string().max(40, rule('too_long', { field, max: 40 }))`. */
export function rule<C extends RuleCode>(code: C, ...values: Values<C>): Rule {
  return asRule(ruleViolation(code, ...values));
}

/** Makes the error option from a sentence, which a field table holds as data. */
export function asRule(sentence: RuleViolation): Rule {
  return { error: (issue) => explain(issue, sentence) };
}

/** Adds the sentence to an issue, from where ruleOf() reads it, and returns the English text. */
export function explain(issue: object, sentence: RuleViolation): string {
  Object.assign(issue, { sentence });
  return ruleText(sentence);
}
