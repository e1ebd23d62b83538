import type { SentenceText } from '~/contract/sentence';
import type { Cell } from '../formats/sheet-row';
import { cellProblem } from './field-rules';
import { isValid, keyOf, type KeyField, type ReadRow } from './row';

/*
 * Checks of an import's rows beyond their own cells: the parts that need no database (api/bulk/checks and
 * data/bulk have the others).
 */

/** Adds an error about the value of one field to a row. */
export type RejectRow = (row: ReadRow, field: KeyField, why: SentenceText) => void;

/** The errors name a field by its heading in the file, where it has one. */
export function rejectWith(headings: ReadonlyMap<string | null, string>): RejectRow {
  return (row, field, why) => {
    row.problems.push(cellProblem(field, headings.get(field), keyOf(row, field), why));
  };
}

export const rejectRow = rejectWith(new Map());

/** Remembers which valid row of the file had a key first: an invalid row makes no later one a duplicate. */
export class SeenRows {
  readonly #numbers = new Map<string, number>();

  /** The number of the row that had the key first, if it was another. */
  firstWith(key: string, row: ReadRow): number | undefined {
    const first = this.#numbers.get(key);
    if (first === undefined && isValid(row)) this.#numbers.set(key, row.number);
    return first;
  }
}

/** One text for several values; the separator occurs in none of them, see field-rules. */
export function compositeKey(...parts: readonly Cell[]): string {
  return parts.join('\0');
}

/** A text in lower case, as the database's lower() compares it. */
export function foldCase(value: Cell): string {
  return String(value ?? '').toLowerCase();
}
