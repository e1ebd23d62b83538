import { fieldsOf } from '~/contract/reading';
import type { z } from '~/contract/zod';
import type { Problem } from './report';

type Issue = z.core.$ZodIssue;

/** Longest value quoted in a report, in characters. */
const QUOTE_LIMIT_CHARS = 60;
/** Fields of the contract whose absence the panel tolerates. */
const MAY_BE_MISSING = new Set([
  'created_at',
  'updated_at',
  'email_verified',
  'is_active',
  'has_parking',
  'status',
  'condo_associations',
  'invalid_rows',
]);
/** Within an invitation only the names of its building and apartment are shown. */
const SHOWN_BY_NAME = /(^|\.)(condo|apartment)\.id$/;

/** Compares a response with a schema of the contract; the same problem in many rows is reported once, with their number. */
export function compare(schema: z.ZodType, answer: unknown): Problem[] {
  const result = schema.safeParse(answer);
  if (result.success) return [];
  const groups = new Map<string, { issue: Issue; rows: number }>();
  for (const issue of result.error.issues) {
    const place = issue.path.map((step) => (typeof step === 'number' ? '*' : String(step)));
    const key = `${place.join('.')} ${expectation(issue)}`;
    const known = groups.get(key);
    if (known) known.rows += 1;
    else groups.set(key, { issue, rows: 1 });
  }
  return [...groups.values()].map(({ issue, rows }) => {
    const value = valueAt(answer, issue.path);
    const more = rows === 1 ? '' : ` (and ${rows - 1} more such)`;
    return {
      severity: isTolerated(schema, answer, issue) ? 'warning' : 'error',
      path: pathText(issue.path),
      expected: expectation(issue),
      found: describeValue(value) + more,
    };
  });
}

/**
 * The contract's lenient readers tolerate numbers as text, and missing fields that have a default or are shown as
 * "-". Ids are never tolerated: the panel uses them in paths and bodies.
 */
function isTolerated(schema: z.ZodType, answer: unknown, issue: Issue): boolean {
  const names = issue.path.filter((step) => typeof step === 'string');
  const field = names.at(-1) ?? '';
  const value = valueAt(answer, issue.path);
  const missing = value === undefined || value === null;
  if (SHOWN_BY_NAME.test(names.join('.'))) return missing;
  if (field === 'id' || field.endsWith('_id')) return false;
  // The panel shows what its forms would not take.
  if (isTooLong(issue) || issue.code === 'not_multiple_of') return true;
  if (missing) {
    return MAY_BE_MISSING.has(field) || isStatistic(field) || takesNull(schema, answer, issue.path);
  }
  const numeric =
    typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
  return numeric && issue.code === 'invalid_type' && /^(number|int)$/.test(issue.expected);
}

function isTooLong(issue: Issue): issue is z.core.$ZodIssueTooBig {
  return issue.code === 'too_big' && issue.origin === 'string';
}

/** Missing numbers are shown as 0. */
function isStatistic(field: string): boolean {
  return /^(total|new)[A-Z]|^pendingInvitations$|^userRegistrationsByMonth$/.test(field);
}

/** Whether null would have been valid: then a missing field is read as null. */
function takesNull(schema: z.ZodType, answer: unknown, path: readonly PropertyKey[]): boolean {
  const { error } = schema.safeParse(withNull(answer, path));
  return !error?.issues.some((issue) => pathText(issue.path) === pathText(path));
}

/** A copy of the response with null at the path. */
function withNull(value: unknown, [step, ...rest]: readonly PropertyKey[]): unknown {
  if (step === undefined) return null;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === step ? withNull(item, rest) : item));
  }
  const fields = fieldsOf(value);
  return { ...fields, [step]: withNull(fields[String(step)], rest) };
}

function expectation(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return issue.expected === 'int' ? 'an integer' : issue.expected;
  if (issue.code === 'invalid_value') return issue.values.map(String).join(' or ');
  if (issue.code === 'invalid_format') {
    if (issue.format === 'datetime') return 'an instant (ISO 8601 with time zone)';
    return issue.format === 'date' ? 'a date (YYYY-MM-DD)' : `a text of the form ${issue.format}`;
  }
  if (isTooLong(issue)) return `at most ${String(issue.maximum)} characters`;
  if (issue.code === 'not_multiple_of') return `a multiple of ${issue.divisor}`;
  if (issue.code === 'too_small') return `at least ${String(issue.minimum)}`;
  return issue.message;
}

function valueAt(answer: unknown, path: readonly PropertyKey[]): unknown {
  let value = answer;
  for (const step of path) {
    const list: unknown = value;
    value = Array.isArray(list) ? list[Number(step)] : fieldsOf(list)[String(step)];
  }
  return value;
}

function pathText(path: readonly PropertyKey[]): string {
  return `$${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')}`;
}

/** A short description of a value. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const text = JSON.stringify(value);
  const short = text.length > QUOTE_LIMIT_CHARS ? `${text.slice(0, QUOTE_LIMIT_CHARS)}...` : text;
  return `${typeof value === 'object' ? 'an object' : typeof value} ${short}`;
}
