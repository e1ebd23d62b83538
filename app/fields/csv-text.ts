/** The separators of a CSV file by their names on the screen. The first that fits counts. */
export const CSV_DELIMITERS = [
  { name: 'semicolon', char: ';' },
  { name: 'tab', char: '\t' },
  { name: 'comma', char: ',' },
  { name: 'pipe', char: '|' },
] as const;
export type DelimiterName = (typeof CSV_DELIMITERS)[number]['name'];

type Rows = ReadonlyArray<readonly string[]>;

/** The byte order mark, by which Excel detects UTF-8. */
export const CSV_START = '\uFEFF';

/** One row of a CSV file that is written row by row after `CSV_START`; see `toSpreadsheetCsv`. */
export function toSpreadsheetRow(cells: readonly string[], delimiter: string): string {
  return toRow(cells.map(addFormulaGuards), delimiter);
}

/** Rows as a CSV file for spreadsheets: no cell runs as a formula, whichever separator a program assumes. */
export function toSpreadsheetCsv(rows: Rows, delimiter: string): string {
  return CSV_START + rows.map((cells) => toSpreadsheetRow(cells, delimiter)).join('');
}

/** Rows as a CSV file for an API. Texts are not guarded, also for readers that do not remove guards. */
export function toImportCsv(rows: Rows): string {
  return CSV_START + rows.map((cells) => toRow(cells.map(protectText), ',')).join('');
}

/** RFC 4180 with every cell in quotes. */
function toRow(cells: readonly string[], delimiter: string): string {
  const quoted = cells.map((text) => `"${text.replaceAll('"', '""')}"`);
  return `${quoted.join(delimiter)}\r\n`;
}

/*
 * Spreadsheets run a cell as a formula by its first character. Where a cell begins depends on the separator
 * of the system, so each possible beginning gets a guard.
 */

/** Full-width forms too: spreadsheets in Japanese or Chinese treat them like the ASCII ones. */
const FORMULA_CHARACTER = '[=+\\-@＝＋－＠]';
/** Characters that a program may skip before a formula: blanks, control characters, quotes, guards. */
const IGNORED = String.raw`(?:(?![\t\r\n])['"\p{Z}\p{Cc}\p{Cf}])*`;
const CELL_START = String.raw`(?<=^|[;,|\t\r\n])`;

const UNGUARDED = new RegExp(`${CELL_START}(?=${IGNORED}${FORMULA_CHARACTER})`, 'gu');
const GUARDED = new RegExp(`${CELL_START}'(?=${IGNORED}${FORMULA_CHARACTER})`, 'gu');

/** Puts an apostrophe wherever a spreadsheet could read a formula. */
function addFormulaGuards(text: string): string {
  return text.replace(UNGUARDED, "'");
}

/** The text as it was before `addFormulaGuards`. Texts without guards stay as they are. */
export function removeFormulaGuards(text: string): string {
  return text.includes("'") ? text.replace(GUARDED, '') : text;
}

/** A text that readers of CSV take for one in a formula, by which programs keep zeros: ="007". */
const QUOTED_TEXT = /^="[^"]*"$/;

/** For a file that no spreadsheet opens: guards what a reader would take for a guard, or for a formula. */
function protectText(text: string): string {
  if (QUOTED_TEXT.test(text)) return `'${text}`;
  return text.includes("'") ? text.replace(GUARDED, "''") : text;
}
