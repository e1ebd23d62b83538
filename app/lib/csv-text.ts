type Rows = ReadonlyArray<readonly string[]>;

/** The byte order mark, by which Excel detects UTF-8. */
export const CSV_START = '\uFEFF';

/** One line of a CSV file that is written piece by piece after `CSV_START`, as `toSpreadsheetCsv` writes it. */
export function toSpreadsheetRow(cells: readonly string[], delimiter: string): string {
  return toRow(cells.map(addFormulaGuards), delimiter);
}

/** Rows as a CSV file that people open in a spreadsheet: whichever separator that uses, no cell is run as a formula. */
export function toSpreadsheetCsv(rows: Rows, delimiter: string): string {
  return CSV_START + rows.map((cells) => toSpreadsheetRow(cells, delimiter)).join('');
}

/** Rows as a CSV file that goes to an API and nowhere else: texts stay as they are, also for readers without guards. */
export function toImportCsv(rows: Rows): string {
  return CSV_START + rows.map((cells) => toRow(cells.map(protectApostrophes), ',')).join('');
}

/** RFC 4180 with every cell in quotes. */
function toRow(cells: readonly string[], delimiter: string): string {
  const quoted = cells.map((text) => `"${text.replaceAll('"', '""')}"`);
  return `${quoted.join(delimiter)}\r\n`;
}

/* Spreadsheets run a cell by its first character; where one begins depends on the separator of the system, so each possible place gets a guard. */

/** Full-width forms too: spreadsheets in Japanese or Chinese treat them like the ASCII ones. */
const FORMULA_CHARACTER = '[=+\\-@＝＋－＠]';
/** Characters that a program may skip or read as quotes before the first one: blanks, control characters, quotes, guards. */
const IGNORED = String.raw`(?:(?![\t\r\n])['"\p{Z}\p{Cc}\p{Cf}])*`;
const CELL_START = String.raw`(?<=^|[;,|\t\r\n])`;

const UNGUARDED = new RegExp(`${CELL_START}(?=${IGNORED}${FORMULA_CHARACTER})`, 'gu');
const GUARDED = new RegExp(`${CELL_START}'(?=${IGNORED}${FORMULA_CHARACTER})`, 'gu');

/** The text with an apostrophe wherever a spreadsheet could read what follows as a formula. */
function addFormulaGuards(text: string): string {
  return text.replace(UNGUARDED, "'");
}

/** The text as it was before `addFormulaGuards`. Texts without guards stay as they are. */
export function removeFormulaGuards(text: string): string {
  return text.includes("'") ? text.replace(GUARDED, '') : text;
}

/** For a file that no spreadsheet opens: only what `removeFormulaGuards` would read as a guard gets one. */
function protectApostrophes(text: string): string {
  return text.includes("'") ? text.replace(GUARDED, "''") : text;
}
