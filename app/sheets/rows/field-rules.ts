import type { BulkType } from '~/contract/bulk';
import { BULK_COLUMNS, BULK_FIELDS, type BulkColumn } from '~/contract/bulk-columns';
import { bodySchemaOf } from '~/contract/field-schemas';
import { fieldOf, type Field } from '~/contract/fields';
import { fieldProblem, type RowProblem } from '~/contract/row-error';
import type { z } from '~/contract/zod';
import type { Cell } from '../formats/sheet-row';
import { toText, toValue } from './cell-values';

/** A cell after conversion and the contract's rule. */
interface CheckedCell {
  value: unknown;
  /** Null where the value is valid. */
  problem: string | null;
}
type CellValidator = (cell: Cell | undefined) => CheckedCell;

/** Checked values that are cached per column; most columns of a large file repeat their values. */
const MEMORY_LIMIT = 5_000;

/** The fields of a type, each with the contract's rule, which is skipped for names of other records. */
export function fieldRules(type: BulkType): Array<{ field: string; validate: CellValidator }> {
  const schemas: Readonly<Record<string, z.ZodType>> = bodySchemaOf(BULK_FIELDS[type]).shape;
  return BULK_COLUMNS[type].map((column) => {
    const { field } = column;
    const validate = remembering(validatorOf(column, schemas[field]));
    const isPlain = plainTexts(fieldOf(BULK_FIELDS[type], field));
    return { field, validate: isPlain ? withPlainTexts(isPlain, validate) : validate };
  });
}

function validatorOf(column: BulkColumn, schema: z.ZodType | undefined): CellValidator {
  const mayBeName = column.kind === 'condo' || column.kind === 'apartment';
  return (cell) => {
    const { value, problem } = toValue(column, cell);
    if (problem !== undefined) return { value, problem };
    if (typeof value === 'string' && value.includes('\0')) {
      return { value, problem: 'must not contain the NUL character' };
    }
    // A name is looked up in the database; whether it is required is a rule of the row.
    if (mayBeName && (typeof value === 'string' || (value === null && !column.required))) {
      return { value, problem: null };
    }
    const result = schema?.safeParse(value);
    if (!result) return { value, problem: null };
    if (result.success) return { value: result.data ?? null, problem: null };
    return { value, problem: result.error.issues[0]?.message ?? 'is not valid' };
  };
}

/** Texts up to this length are short, in characters. */
const SHORT_CHARS = 32;
/** Letters, digits and simple punctuation, no blank at either end: most cells. */
const SHORT_TEXT = /^[\p{L}\p{N}.,/-](?:[\p{L}\p{N} .,/-]{0,30}[\p{L}\p{N}.,/-])?$/u;
/** A single parking spot, which needs no parsing. */
const SHORT_SPOT = /^[A-Z]?\d{1,30}$/;

type IsPlain = (text: string) => boolean;

/** Short texts that need no validation, since the field's rule checks nothing but the length (docs/performance.md). */
function plainTexts(field: Field): IsPlain | null {
  if (field.kind === 'parking') return (text) => SHORT_SPOT.test(text);
  if (field.kind !== 'text') return null;
  const longest = Math.min(SHORT_CHARS, field.max);
  return (text) => text.length <= longest && SHORT_TEXT.test(text);
}

function withPlainTexts(isPlain: IsPlain, validate: CellValidator): CellValidator {
  return (cell) =>
    typeof cell === 'string' && isPlain(cell) ? { value: cell, problem: null } : validate(cell);
}

function remembering(validate: CellValidator): CellValidator {
  const memory = new Map<Cell | undefined, CheckedCell>();
  return (cell) => {
    const known = memory.get(cell);
    if (known) return known;
    const checked = validate(cell);
    if (memory.size < MEMORY_LIMIT) memory.set(cell, checked);
    return checked;
  };
}

/** Longest quote of a value in a message, in characters. */
const QUOTE_CHARS = 80;

/**
 * An invalid cell: which field and why, and as a text with the file's own heading and the value that was found there.
 * `heading` is undefined where the file has no such column.
 */
export function cellProblem(
  field: string,
  heading: string | undefined,
  cell: Cell | undefined,
  message: string,
): RowProblem {
  const value = toText(cell ?? null);
  const quote = value.length > QUOTE_CHARS ? `${value.slice(0, QUOTE_CHARS)}…` : value;
  const subject = value === '' ? (heading ?? field) : `${heading ?? field} "${quote}"`;
  return fieldProblem(field, subject, message);
}
