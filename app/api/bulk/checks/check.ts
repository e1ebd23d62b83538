import type { Cell } from '../../sheets/sheet-row';
import type { Db } from '../../db/connect.server';
import { describeProblem } from '../reading/field-rules';
import type { RowBatch } from '../reading/row-batch';

/**
 * Compares rows with the database and with the rows before them: refuses rows, and puts ids where names of buildings
 * and apartments stand. One check per import: it remembers what it saw.
 */
export interface RowCheck {
  check(db: Db, batch: RowBatch): Promise<void>;
}

/** The heading a field has in the file, for messages. */
export type HeadingOf = (field: string) => string;

/** What the rows are checked for: writing leaves to the database what its own keys refuse. */
export interface CheckPurpose {
  headingOf: HeadingOf;
  writing: boolean;
}

/** Refuses a row for the value of one of its columns. */
export function rejectRow(
  batch: RowBatch,
  rowIndex: number,
  heading: string,
  value: Cell,
  why: string,
): void {
  batch.reject(rowIndex, describeProblem(heading, value, why));
}

/** Remembers which row of the file had a key first; tells that row's number for every later one. */
export class SeenRows {
  readonly #groups = new Map<Cell, Map<string, number>>();

  /** `group` is the part of the key that many rows share. */
  firstWith(group: Cell, key: string, row: number): number | undefined {
    let rows = this.#groups.get(group);
    if (!rows) this.#groups.set(group, (rows = new Map<string, number>()));
    const first = rows.get(key);
    if (first === undefined) rows.set(key, row);
    return first;
  }
}

/** One text for several values; the character between them is in none, see field-rules. */
export function compositeKey(...parts: readonly Cell[]): string {
  return parts.join('\0');
}

/** A text as the database's lower() and our keys compare it. */
export function foldCase(value: Cell | undefined): string {
  return String(value ?? '').toLowerCase();
}
