import type { Cell } from '../../sheets/sheet-row';
import type { Db } from '../../db/connect.server';
import { describeProblem } from '../reading/field-rules';
import type { ReadRow } from '../reading/message';

/**
 * Compares rows with the database and with the rows before them. Refused rows get their `e`; names of buildings and
 * apartments become ids. One check per import: it remembers what it saw.
 */
export interface RowCheck {
  check(db: Db, rows: readonly ReadRow[]): Promise<void>;
}

/** The heading a field has in the file, for messages. */
export type HeadingOf = (field: string) => string;

/** The rows that nothing is known against so far. */
export function openRows(rows: readonly ReadRow[]): ReadRow[] {
  return rows.filter((row) => row.e === undefined);
}

/** Refuses a row for the value of one of its columns. */
export function refuse(row: ReadRow, heading: string, value: Cell | undefined, why: string): void {
  const problem = describeProblem(heading, value ?? null, why);
  row.e = row.e === undefined ? problem : `${row.e}; ${problem}`;
}

/** Remembers which row of the file had a key first; tells that row's number for every later one. */
export class SeenRows {
  readonly #rows = new Map<string, number>();

  firstWith(parts: readonly Cell[], row: number): number | undefined {
    const key = JSON.stringify(parts);
    const first = this.#rows.get(key);
    if (first === undefined) this.#rows.set(key, row);
    return first;
  }
}

/** A text as the database's lower() and our keys compare it. */
export function foldCase(value: Cell | undefined): string {
  return String(value ?? '').toLowerCase();
}

/** Puts an id where a name stood. */
export function setField(row: ReadRow, field: string, keyIndex: number, id: number): void {
  const fields: unknown = JSON.parse(row.j);
  row.j = JSON.stringify(Object.assign({}, fields, { [field]: id }));
  if (row.k) row.k = row.k.with(keyIndex, id);
}
