import { SheetError } from './sheet-row';
import { sentence } from '~/language/sentence';

/** The rows of a sheet in Excel. The library would visit each row up to the last one. */
const SHEET_ROWS = 1_048_576;

/** The columns of a sheet in Excel. The library would make an object for each column up to the last one. */
const SHEET_COLUMNS = 16_384;

/** Sheets of an XLSX package. Other parts are unpacked as they are. */
const SHEET_PART = /worksheets\/[^/]+\.xml$/i;

/* No pattern reads past a bracket, so that an unclosed tag costs no time. */
const FAR_ROW = /r=["'](\d{7,})["']/g;
const COLUMNS = /<(?:\w+:)?col\b[^<>]*>/g;
const EDGES = /[\s:](min|max)\s*=\s*["']?\s*(\d+)/gi;
const WITHOUT_RESULT =
  /(<(?:\w+:)?c\b[^<>]*?)\st=["']str["']([^<>]*>\s*<(?:\w+:)?f\b[^<>]*(?:\/>|>[^<>]*<\/(?:\w+:)?f>)\s*<\/(?:\w+:)?c>)/g;
const NO_NUMBER =
  /(<(?:\w+:)?c\b(?![^<>]*\st=["'][^n])[^<>]*)>(?=\s*(?:<(?:\w+:)?f\b[^<>]*(?:\/>|>[^<>]*<\/(?:\w+:)?f>)\s*)?<(?:\w+:)?v>\s*[-+\d.eE]*(?:\s+[^<\s]|[^-+\d.eE<\s]))/g;

/**
 * Prepares a sheet for the library, which would read "82,5" as 82, "NaN" as nothing, and a text formula
 * without a result as an empty text. The first two become texts, and the formula loses its type.
 * @throws SheetError for rows and columns that no sheet can have
 */
export function preparePart(name: string, bytes: Buffer): Buffer {
  if (!SHEET_PART.test(name)) return bytes;
  const xml = bytes.toString('latin1');
  for (const [, row] of xml.matchAll(FAR_ROW)) {
    if (Number(row) <= SHEET_ROWS) continue;
    throw new SheetError(sentence('too_many_rows', { max: SHEET_ROWS.toLocaleString('en-US') }));
  }
  let columns = 0;
  for (const [tag] of xml.matchAll(COLUMNS)) {
    columns += widthOf(tag);
    if (columns > SHEET_COLUMNS) throw new SheetError('file_damaged');
  }
  const prepared = xml
    .replaceAll(WITHOUT_RESULT, '$1$2')
    .replaceAll(NO_NUMBER, (_, cell: string) => `${cell.replace(/\st=["']n["']/, '')} t="str">`);
  return prepared === xml ? bytes : Buffer.from(prepared, 'latin1');
}

/** Number of columns that the library makes for a tag. Ranges that it skips count as none. */
function widthOf(tag: string): number {
  // As in the library, quotes and blanks are optional, and the last of several attributes counts.
  const edges = new Map(
    Array.from(tag.matchAll(EDGES), ([, name = '', at]) => [name.toLowerCase(), Number(at)]),
  );
  const width = Number(edges.get('max')) - Number(edges.get('min')) + 1;
  return width > 0 ? width : 0;
}
