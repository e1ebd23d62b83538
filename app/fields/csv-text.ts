/** Separators of a CSV file by their names on the screen. The first one that fits is used. */
export const CSV_DELIMITERS = [
  { name: 'semicolon', char: ';' },
  { name: 'tab', char: '\t' },
  { name: 'comma', char: ',' },
  { name: 'pipe', char: '|' },
] as const;
export type DelimiterName = (typeof CSV_DELIMITERS)[number]['name'];

type Rows = ReadonlyArray<readonly string[]>;

/** The byte order mark. Excel detects UTF-8 by it. */
export const CSV_START = '\uFEFF';

/**
 * Writes one row of a CSV file that begins with `CSV_START`, for files written row by row; see
 * `toSpreadsheetCsv`.
 */
export function toSpreadsheetRow(cells: readonly string[], delimiter: string): string {
  return toRow(cells.map(addFormulaGuards), delimiter);
}

/**
 * Writes rows as a CSV file for spreadsheets. No cell is evaluated as a formula, whichever separator the
 * program assumes.
 */
export function toSpreadsheetCsv(rows: Rows, delimiter: string): string {
  return CSV_START + rows.map((cells) => toSpreadsheetRow(cells, delimiter)).join('');
}

/**
 * Writes rows as a CSV file for an API. Formulas are not guarded, since some readers do not remove guards.
 */
export function toImportCsv(rows: Rows): string {
  return CSV_START + rows.map((cells) => toRow(cells.map(protectText), ',')).join('');
}

/** RFC 4180 with every cell in quotes. */
function toRow(cells: readonly string[], delimiter: string): string {
  const quoted = cells.map((text) => `"${text.replaceAll('"', '""')}"`);
  return `${quoted.join(delimiter)}\r\n`;
}

/*
 * Spreadsheets evaluate a cell as a formula by its first character. Where a cell begins depends on the
 * separator of the user's system, so each possible beginning gets a guard.
 */

/** First characters of a formula. Japanese and Chinese spreadsheets accept the full-width forms too. */
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

/** Removes the guards of `addFormulaGuards`. Texts without guards stay as they are. */
export function removeFormulaGuards(text: string): string {
  return text.includes("'") ? text.replace(GUARDED, '') : text;
}

/** A formula that contains only a text, by which programs keep leading zeros: ="007". */
const QUOTED_TEXT = /^="(?:[^"]|"")*"$/;

/** Guards only texts that a reader would take for a guard or a formula. The file is not for spreadsheets. */
function protectText(text: string): string {
  if (QUOTED_TEXT.test(text)) return `'${text}`;
  return text.includes("'") ? text.replace(GUARDED, "''") : text;
}
