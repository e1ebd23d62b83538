import type { SentenceText } from '~/contract/sentence';
import type { Cell } from '../formats/sheet-row';
import { cellProblem } from './field-rules';
import { isValid, type ReadRow } from './row';

/*
 * Checks of an import's rows beyond their own cells: the parts that need no database (api/bulk/checks and
 * data/bulk have the others).
 */

/** A field's heading in the file, for messages; undefined where it has no column. */
export type HeadingOf = (field: string) => string | undefined;

/** A field of a row, as a check names it. */
interface CheckedField {
  name: string;
  headingOf: HeadingOf;
}

/** Adds an error about the value of one field to a row. */
export function rejectRow(
  row: ReadRow,
  { name, headingOf }: CheckedField,
  value: Cell,
  why: SentenceText,
): void {
  row.problems.push(cellProblem(name, headingOf(name), value, why));
}

/** Remembers which valid row of the file had a key first; returns that row's number for every later one. */
export class SeenRows {
  readonly #groups = new Map<Cell, Map<string, number>>();

  /** `group` is the part of the key that many rows share. An invalid row makes no later one a duplicate. */
  firstWith(group: Cell, key: string, row: ReadRow): number | undefined {
    let rows = this.#groups.get(group);
    if (!rows) this.#groups.set(group, (rows = new Map<string, number>()));
    const first = rows.get(key);
    if (first === undefined && isValid(row)) rows.set(key, row.number);
    return first;
  }
}

/** One text for several values; the separator occurs in none of them, see field-rules. */
export function compositeKey(...parts: readonly Cell[]): string {
  return parts.join('\0');
}

/** A text in lower case, as the database's lower() compares it. */
export function foldCase(value: Cell | undefined): string {
  return String(value ?? '').toLowerCase();
}
