/** Characters at which spreadsheets take a cell for a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;
const PLAIN_NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

/** A cell that no spreadsheet runs: an apostrophe before what looks like a formula. Our reader takes it off again. */
function withoutFormula(text: string): string {
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

function quoted(text: string, delimiter: string): string {
  const safe = withoutFormula(text);
  const plain = !/["\r\n]/.test(safe) && !safe.includes(delimiter) && safe === safe.trim();
  return plain ? safe : `"${safe.replaceAll('"', '""')}"`;
}

/** Rows as CSV (RFC 4180) with a byte order mark, by which Excel knows UTF-8. */
export function toCsv(rows: ReadonlyArray<readonly string[]>, delimiter = ','): string {
  const lines = rows.map((cells) => cells.map((cell) => quoted(cell, delimiter)).join(delimiter));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
