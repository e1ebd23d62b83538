import { addFormulaGuards, protectApostrophes } from '~/lib/formula-guard';

type Rows = ReadonlyArray<readonly string[]>;

/** Rows as a CSV file that people open in a spreadsheet: whichever separator that uses, no cell is run as a formula. */
export function toSpreadsheetCsv(rows: Rows, delimiter: string): string {
  return toCsv(rows, delimiter, addFormulaGuards);
}

/** Rows as a CSV file that goes to an API and nowhere else: texts stay as they are, also for readers without guards. */
export function toImportCsv(rows: Rows): string {
  return toCsv(rows, ',', protectApostrophes);
}

/** RFC 4180 with every cell in quotes, and a byte order mark, by which Excel detects UTF-8. */
function toCsv(rows: Rows, delimiter: string, encode: (text: string) => string): string {
  const quoted = (text: string) => `"${encode(text).replaceAll('"', '""')}"`;
  const lines = rows.map((cells) => cells.map(quoted).join(delimiter));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
