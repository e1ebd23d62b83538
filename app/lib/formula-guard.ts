/* Spreadsheets run a cell by its first character; where one begins depends on the separator of the system, so each possible place gets a guard. */

/** Full-width forms too: spreadsheets in Japanese or Chinese treat them like the ASCII ones. */
const FORMULA_CHARACTER = '[=+\\-@＝＋－＠]';
/** Characters that a program may skip or read as quotes before the first one: blanks, control characters, quotes, guards. */
const IGNORED = String.raw`(?:(?![\t\r\n])['"\p{Z}\p{Cc}\p{Cf}])*`;
const CELL_START = String.raw`(?<=^|[;,|\t\r\n])`;

const UNGUARDED = new RegExp(`${CELL_START}(?=${IGNORED}${FORMULA_CHARACTER})`, 'gu');
const GUARDED = new RegExp(`${CELL_START}'(?=${IGNORED}${FORMULA_CHARACTER})`, 'gu');

/** The text with an apostrophe wherever a spreadsheet could read what follows as a formula. */
export function addFormulaGuards(text: string): string {
  return text.replace(UNGUARDED, "'");
}

/** The text as it was before `addFormulaGuards`. Texts without guards stay as they are. */
export function removeFormulaGuards(text: string): string {
  return text.includes("'") ? text.replace(GUARDED, '') : text;
}

/** For a file that no spreadsheet opens: only what `removeFormulaGuards` would read as a guard gets one. */
export function protectApostrophes(text: string): string {
  return text.includes("'") ? text.replace(GUARDED, "''") : text;
}
