import type { DelimiterName } from '~/fields/csv-text';
import type { EncodingName, FileSource } from '~/imports/schema';
import { sentence, SentenceError } from '~/language/sentence';

/* Limits of an import file. Each error message names its limit. */

export const FILE_LIMIT_BYTES = 25 * 1024 * 1024;
/** Rows below the heading row, without blank ones. */
export const ROW_LIMIT = 200_000;
export const COLUMN_LIMIT = 100;
/** Number of parts of an XLSX package, and their unpacked size. */
export const ZIP_ENTRY_LIMIT = 2_000;
export const UNPACKED_LIMIT_BYTES = 150 * 1024 * 1024;

/* Limits of the process that reads a file. */

export const CHILD_HEAP_LIMIT_MB = 512;
export const CHILD_TIME_LIMIT_MS = 120_000;

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

/** Message of a 413. */
export const FILE_TOO_LARGE = sentence('file_too_large', { max: megabytes(FILE_LIMIT_BYTES) });

/** Reason why a file cannot be read, as a message for the user. */
export class SheetError extends SentenceError {
  override readonly name = 'SheetError';
}

/**
 * Runs a step of reading a workbook. Errors of libraries become a SheetError, since their texts are for
 * programmers.
 * @throws SheetError
 */
export function orDamaged<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof SheetError) throw error;
    const isProtected = /password|encryption|version code/i.test(String(error));
    throw new SheetError(isProtected ? 'file_protected' : 'file_damaged');
  }
}

/** A cell's value. Dates are texts, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS`, as a sheet has no time zone. */
export type Cell = string | number | boolean | null;

/** A cell whose displayed text differs from its value. A formula without a result has the value null. */
export interface ShownCell {
  readonly value: string | number | null;
  readonly shown: string;
  /** The number of the day in the calendar from 1900, if the workbook counts from 1904. */
  readonly days?: number | undefined;
}
export type SheetCell = Cell | ShownCell;

/** A row and its number in a spreadsheet, where the first row is 1. */
export interface SheetRow {
  number: number;
  cells: readonly SheetCell[];
  /** The columns of a cell that is merged over most of the row, as titles are. */
  merged?: { from: number; to: number; isAlone: boolean };
  /** The columns of each cell that is merged over several. */
  spans?: ReadonlyArray<{ from: number; to: number }>;
  /** True if the sheet hides the row, by a filter or by hand. It is read all the same. */
  isHidden?: boolean;
}

/** A table, found by the row of its headings. */
export interface Table {
  /** Index of that row among the searched rows. */
  index: number;
  row: SheetRow;
  /** Number of columns whose heading belongs to the import. */
  matched: number;
  /** True if the row names all required columns, so that it cannot be a title. */
  isComplete: boolean;
  /** Score for choosing among tables and readings; the highest wins. */
  fit: number;
}

/** The user's choices of how to read a file. */
export interface SheetOptions {
  sheet?: string | undefined;
  encoding?: EncodingName | undefined;
  delimiter?: DelimiterName | undefined;
  /** Finds the headings among the first rows of a table; null without rows. */
  findTable: (rows: readonly SheetRow[]) => Table | null;
}

/** Rows in order. A step has several, since single rows would cost an await each. */
export type RowChunks = AsyncGenerator<readonly SheetRow[], void, undefined>;

/** An opened file: its format, and its rows without blank ones. */
export interface OpenedSheet {
  source: FileSource;
  /** Indexes of the columns that the sheet hides. A text file hides none. */
  hiddenColumns?: ReadonlySet<number>;
  /** Reads the rows from the first one. It may be called several times. */
  rowChunks: () => RowChunks;
}

export function isShown(cell: SheetCell | undefined): cell is ShownCell {
  return typeof cell === 'object' && cell !== null;
}

/** The value of a cell, or the text that a spreadsheet displays instead. */
export function shownOf(cell: SheetCell): Cell {
  return isShown(cell) ? cell.shown : cell;
}

export function isBlankCell(cell: SheetCell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}
