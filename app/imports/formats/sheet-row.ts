import type { DelimiterName } from '~/fields/csv-text';
import type { EncodingName, FileSource } from '~/imports/schema';
import { sentence, SentenceError } from '~/language/sentence';

/** Limits of an import file; each error message names its limit. */
export const FILE_LIMIT_BYTES = 25 * 1024 * 1024;
/** Rows below the heading row, blank ones aside. */
export const ROW_LIMIT = 200_000;
export const COLUMN_LIMIT = 100;
/** Parts of an XLSX package, and their size once unpacked. */
export const ZIP_ENTRY_LIMIT = 2_000;
export const UNPACKED_LIMIT_BYTES = 150 * 1024 * 1024;

/** Limits of the process that reads a file. */
export const CHILD_HEAP_LIMIT_MB = 512;
export const CHILD_TIME_LIMIT_MS = 120_000;

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

/** Answered with 413. */
export const FILE_TOO_LARGE = sentence('file_too_large', { max: megabytes(FILE_LIMIT_BYTES) });

/** Why a file cannot be read, as a message for the user. */
export class SheetError extends SentenceError {
  override readonly name = 'SheetError';
}

/** Runs a step of reading a workbook. Errors of libraries are meant for programmers. @throws SheetError */
export function orDamaged<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof SheetError) throw error;
    const isProtected = /password|encryption|version code/i.test(String(error));
    throw new SheetError(isProtected ? 'file_protected' : 'file_damaged');
  }
}

/** A cell's value: dates are `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS` texts, as the sheet has no time zone. */
export type Cell = string | number | boolean | null;

/** A cell that shows something else than its value; null is the value of a formula without a result. */
export interface ShownCell {
  readonly value: string | number | null;
  readonly shown: string;
}
export type SheetCell = Cell | ShownCell;

/** A row and its number as a spreadsheet shows it (the first row is 1). */
export interface SheetRow {
  number: number;
  cells: readonly SheetCell[];
  /** The columns of a cell that is merged over the whole row, or over most of it, as a title is. */
  merged?: { from: number; to: number; isAlone: boolean };
}

/** A table by the row of its headings. */
export interface Table {
  /** Index of the row among those that were searched. */
  index: number;
  row: SheetRow;
  /** Number of columns that have a heading of the import. */
  matched: number;
  /** True if the row names all that is needed, so that it is no title. */
  isComplete: boolean;
  /** Compares tables, and ways to read them. */
  fit: number;
}

/** Choices of the user how a file is read. */
export interface SheetOptions {
  sheet?: string | undefined;
  encoding?: EncodingName | undefined;
  delimiter?: DelimiterName | undefined;
  /** Finds the headings among the first rows of a table; null without rows. */
  findTable: (rows: readonly SheetRow[]) => Table | null;
}

/** Rows in order, several per step: one at a time would cost an await per row. */
export type RowChunks = AsyncGenerator<readonly SheetRow[], void, undefined>;

/** An opened file: its format, and its rows without blank ones. */
export interface OpenedSheet {
  source: FileSource;
  /** Reads the rows from the first on, as often as they are asked for. */
  rowChunks: () => RowChunks;
}

export function isShown(cell: SheetCell | undefined): cell is ShownCell {
  return typeof cell === 'object' && cell !== null;
}

/** The value of a cell, or what a spreadsheet shows instead. */
export function shownOf(cell: SheetCell): Cell {
  return isShown(cell) ? cell.shown : cell;
}

export function isBlankCell(cell: SheetCell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}
