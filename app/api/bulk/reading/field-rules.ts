import { apartmentCreateSchema } from '~/contract/apartment';
import type { BulkType } from '~/contract/bulk';
import type { BulkColumn } from '~/contract/bulk-column';
import { BULK_COLUMNS } from '~/contract/bulk-columns';
import { condoCreateSchema } from '~/contract/condo';
import { invitePayloadSchema } from '~/contract/invitation';
import type { z } from '~/contract/zod';
import type { Cell } from '../../sheets/sheet-row';
import { toText, toValue } from './cell-values';

/** A cell after conversion and the contract's rule. */
export interface JudgedCell {
  value: unknown;
  /** Null where the value keeps the rule. */
  problem: string | null;
}
type Judge = (cell: Cell | undefined) => JudgedCell;

const SCHEMAS: Readonly<Record<BulkType, Readonly<Record<string, z.ZodType>>>> = {
  condo: condoCreateSchema.shape,
  apartment: apartmentCreateSchema.shape,
  user_invite: invitePayloadSchema.shape,
};

/** Judged values that are remembered per column; most columns of a big file repeat theirs. */
const MEMORY_LIMIT = 5_000;

/** One judge per field of a type: the contract's own rule for it, which names and ids of other records go round. */
export function fieldJudges(type: BulkType): ReadonlyMap<string, Judge> {
  return new Map(
    BULK_COLUMNS[type].map((column) => [column.field, remembering(judgeOf(type, column))]),
  );
}

function judgeOf(type: BulkType, column: BulkColumn): Judge {
  const schema = SCHEMAS[type][column.field];
  const isReference = column.kind === 'condo' || column.kind === 'apartment';
  const isPlainText = column.kind === 'text' && schema !== undefined && takesAnyShortText(schema);
  return (cell) => {
    if (isPlainText && typeof cell === 'string' && isShortText(cell)) {
      return { value: cell, problem: null };
    }
    const { value, problem } = toValue(column.kind, cell);
    if (problem !== undefined) return { value, problem };
    if (typeof value === 'string' && value.includes('\0')) {
      return { value, problem: 'must not contain the NUL character' };
    }
    // A name is looked up in the database; whether one is needed there the row's own rule says.
    if (isReference && (typeof value === 'string' || (value === null && !column.required))) {
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
/** Letters, digits and simple punctuation, no blank at either end: what most cells hold. */
const SHORT_TEXT = /^[\p{L}\p{N}.,/-](?:[\p{L}\p{N} .,/-]{0,30}[\p{L}\p{N}.,/-])?$/u;

function isShortText(text: string): boolean {
  return text.length <= SHORT_CHARS && SHORT_TEXT.test(text);
}

/** Whether a rule looks at nothing but length: then short texts keep it, and need not be asked about one by one. */
function takesAnyShortText(schema: z.ZodType): boolean {
  return ['x', '-', '0 /', 'é'.repeat(SHORT_CHARS)].every((text) => {
    const result = schema.safeParse(text);
    return result.success && result.data === text;
  });
}

function remembering(judge: Judge): Judge {
  const memory = new Map<Cell | undefined, JudgedCell>();
  return (cell) => {
    const known = memory.get(cell);
    if (known) return known;
    const judged = judge(cell);
    if (memory.size < MEMORY_LIMIT) memory.set(cell, judged);
    return judged;
  };
}

/** Longest quote of a value in a message, in characters. */
const QUOTE_CHARS = 80;

/** A refused cell in words: which column, which value, why. */
export function describeProblem(heading: string, cell: Cell | undefined, problem: string): string {
  const text = toText(cell ?? null);
  if (text === '') return `${heading}: ${problem}`;
  const quote = text.length > QUOTE_CHARS ? `${text.slice(0, QUOTE_CHARS)}…` : text;
  return `${heading} "${quote}": ${problem}`;
}
