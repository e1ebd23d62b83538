import { SheetError } from './sheet-row';
import { sentence } from '~/language/sentence';

/** The rows of a sheet in Excel; the library would look at each row up to the last one. */
const SHEET_ROWS = 1_048_576;

/** Sheets of an XLSX package. Other parts are unpacked as they are. */
const SHEET_PART = /worksheets\/[^/]+\.xml$/i;

/* Brackets end each search: an unclosed tag costs no time. */
const FAR_ROW = /r=["'](\d{7,})["']/g;
const WITHOUT_RESULT =
  /(<(?:\w+:)?c\b[^<>]*?)\st=["']str["']([^<>]*>\s*<(?:\w+:)?f\b[^<>]*(?:\/>|>[^<>]*<\/(?:\w+:)?f>)\s*<\/(?:\w+:)?c>)/g;
const NO_NUMBER =
  /(<(?:\w+:)?c\b(?![^<>]*\st=["'][^n])[^<>]*)>(?=\s*(?:<(?:\w+:)?f\b[^<>]*(?:\/>|>[^<>]*<\/(?:\w+:)?f>)\s*)?<(?:\w+:)?v>\s*[-+\d.eE]*(?:\s+[^<\s]|[^-+\d.eE<\s]))/g;

/**
 * Prepares a sheet for the library, which reads a text formula without a result as empty, "82,5" as 82 and
 * "NaN" as nothing: the first has no type afterwards, the others are texts.
 * @throws SheetError for rows that no sheet can have
 */
export function preparePart(name: string, bytes: Buffer): Buffer {
  if (!SHEET_PART.test(name)) return bytes;
  const xml = bytes.toString('latin1');
  for (const [, row] of xml.matchAll(FAR_ROW)) {
    if (Number(row) <= SHEET_ROWS) continue;
    throw new SheetError(sentence('too_many_rows', { max: SHEET_ROWS.toLocaleString('en-US') }));
  }
  const prepared = xml
    .replaceAll(WITHOUT_RESULT, '$1$2')
    .replaceAll(NO_NUMBER, (_, cell: string) => `${cell.replace(/\st=["']n["']/, '')} t="str">`);
  return prepared === xml ? bytes : Buffer.from(prepared, 'latin1');
}
