import { addFormulaGuards, protectApostrophes } from '~/lib/formula-guard';

type Rows = ReadonlyArray<readonly string[]>;
type Encode = (text: string) => string;

/** The byte order mark, by which Excel detects UTF-8. */
export const CSV_START = '\uFEFF';

/** One line of a CSV file that is written piece by piece after `CSV_START`, as `toSpreadsheetCsv` writes it. */
export function toSpreadsheetRow(cells: readonly string[], delimiter: string): string {
  return toRow(cells, delimiter, addFormulaGuards);
}

/** Rows as a CSV file that people open in a spreadsheet: whichever separator that uses, no cell is run as a formula. */
export function toSpreadsheetCsv(rows: Rows, delimiter: string): string {
  return toCsv(rows, delimiter, addFormulaGuards);
}

/** Rows as a CSV file that goes to an API and nowhere else: texts stay as they are, also for readers without guards. */
export function toImportCsv(rows: Rows): string {
  return toCsv(rows, ',', protectApostrophes);
}

/** RFC 4180 with every cell in quotes. */
function toCsv(rows: Rows, delimiter: string, encode: Encode): string {
  return CSV_START + rows.map((cells) => toRow(cells, delimiter, encode)).join('');
}

function toRow(cells: readonly string[], delimiter: string, encode: Encode): string {
  const quoted = cells.map((text) => `"${encode(text).replaceAll('"', '""')}"`);
  return `${quoted.join(delimiter)}\r\n`;
}
