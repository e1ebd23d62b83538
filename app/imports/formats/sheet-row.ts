/** A cell's value: dates are `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS` texts, as the sheet has no time zone. */
export type Cell = string | number | boolean | null;

/** A row and its number as a spreadsheet shows it (the first row is 1). */
export interface SheetRow {
  number: number;
  cells: readonly Cell[];
}

/** Details for the "Read as ..." line: format, encoding, delimiter and sheets. */
export interface SheetSource {
  format: 'CSV' | 'XLSX' | 'XLS';
  /** CSV only. */
  encoding?: string;
  /** CSV only: "comma", "semicolon", "tab" or "pipe". */
  delimiter?: string;
  /** Workbooks only: the sheet that was read, and all that have rows. */
  sheet?: string;
  sheets?: readonly string[];
}

/** Rows in order, several per step: one at a time would cost an await per row. */
export type RowChunks = AsyncGenerator<readonly SheetRow[], void, undefined>;

/** An opened file: its format, and its rows without blank ones. */
export interface OpenedSheet {
  source: SheetSource;
  rowChunks: RowChunks;
}

export function isBlankCell(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}

export function isBlankRow(cells: readonly Cell[]): boolean {
  return cells.every(isBlankCell);
}

/** The text of a date cell. Workbook readers return dates as if the sheet were in UTC. */
export function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  // Serial numbers are fractions of a day: half a second of rounding is not a time of day.
  const text = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}
