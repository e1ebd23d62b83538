import {
  parse_zip,
  read,
  type CellObject,
  type ParsingOptions,
  type Range,
  type WorkBook,
  type WorkSheet,
} from '@e965/xlsx';
import type { FileSource } from '~/imports/schema';
import { sentence, type AnySentence } from '~/language/sentence';
import { preparePart } from './sheet-xml';
import { toSheetCell } from './workbook-cell';
import {
  COLUMN_LIMIT,
  SheetError,
  isBlankCell,
  orDamaged,
  type OpenedSheet,
  type RowChunks,
  type SheetCell,
  type SheetOptions,
  type SheetRow,
} from './sheet-row';
import { readZipDirectory, unpack, type ZipEntry } from './zip-directory';

const OPTIONS: ParsingOptions = {
  dense: true,
  cellNF: true,
  cellText: false,
  cellHTML: false,
  // A formula without a result is distinguished from an empty cell.
  cellFormula: true,
  sheetStubs: true,
  // Hidden rows and columns are counted. The library knows them only with styles.
  cellStyles: true,
};

/** Number of rows of each sheet that are read to choose a sheet. */
const FIRST_ROWS = 1_000;

/** Opens an XLSX workbook. @throws SheetError */
export function openXlsx(bytes: Buffer, options: SheetOptions): OpenedSheet {
  const directory = readZipDirectory(bytes);
  rejectOtherPackages(directory);
  const parse = zipParser(bytes, directory);
  const names = parse({ bookSheets: true }).SheetNames;
  const single = names.length === 1 ? parse({}) : null;
  const beginnings = single ?? parse({ sheetRows: FIRST_ROWS });
  const { chosen, source } = chooseSheet('XLSX', beginnings, options);
  const book = single ?? parse({ sheets: names.indexOf(chosen) });
  return toOpened(book, book.Sheets[chosen], source);
}

/** Opens an XLS workbook. @throws SheetError */
export function openXls(bytes: Buffer, options: SheetOptions): OpenedSheet {
  rejectOtherContainers(bytes);
  const parse = (parsing: ParsingOptions) =>
    read(bytes, { ...OPTIONS, ...parsing, type: 'buffer' });
  const book = orDamaged(() => {
    try {
      return parse({});
    } catch {
      // Fallback for a formula that the library does not know: only its result is read.
      return parse({ cellFormula: false });
    }
  });
  const { chosen, source } = chooseSheet('XLS', book, options);
  return toOpened(book, book.Sheets[chosen], source);
}

function toOpened(book: WorkBook, sheet: WorkSheet | undefined, source: FileSource): OpenedSheet {
  const columns = sheet?.['!cols'] ?? [];
  const hidden = Array.from(columns, (column, at) => (column?.hidden ? [at] : [])).flat();
  return { source, hiddenColumns: new Set(hidden), rowChunks: () => inChunks(book, sheet) };
}

/** Parts that are left out: those without cells, and those that the library takes for other formats. */
const UNREAD_PARTS =
  /^(?:META-INF|docProps|customXml)\/|^objectdata\.xml$|\/(?:drawings|charts|externalLinks|media|worksheets\/_rels)\//i;

/** Makes a parser of a workbook. A part is unpacked on demand, within its declared size. */
function zipParser(bytes: Buffer, directory: ReadonlyMap<string, ZipEntry>) {
  /** The first error of a part. It is kept, since the library ignores some errors. */
  let failure: SheetError | undefined;
  const readable = [...directory.values()].filter(({ name }) => !UNREAD_PARTS.test(name));
  const files = Object.fromEntries(
    readable.map((entry) => {
      const asNodeBuffer = () => {
        try {
          return preparePart(entry.name, unpack(bytes, entry));
        } catch (error) {
          failure ??= error instanceof SheetError ? error : new SheetError('file_damaged');
          throw error;
        }
      };
      return [entry.name, { name: entry.name, asNodeBuffer }];
    }),
  );
  return (parsing: ParsingOptions) => {
    const book = orDamaged(() => parse_zip({ files }, { ...OPTIONS, ...parsing }));
    if (failure) throw failure;
    return book;
  };
}

/** Other programs' files that are ZIP archives too, each recognized by one part. */
const OTHER_PACKAGES: ReadonlyArray<readonly [part: string, text: AnySentence]> = [
  ['xl/workbook.bin', 'file_is_binary'],
  ['content.xml', 'file_is_open_document'],
  ['word/document.xml', 'file_is_word'],
  ['Index/Document.iwa', 'file_is_numbers'],
];

function rejectOtherPackages(directory: ReadonlyMap<string, ZipEntry>): void {
  const other = OTHER_PACKAGES.find(([part]) => directory.has(part));
  if (other) throw new SheetError(other[1]);
  const isWorkbook = [...directory.keys()].some((name) => /workbook[^/]*\.xml$/i.test(name));
  if (directory.has('[Content_Types].xml') && isWorkbook) return;
  throw new SheetError('file_is_archive');
}

const hasStream = (bytes: Buffer, name: string) => bytes.includes(Buffer.from(name, 'utf16le'));

/** Rejects old Word files, mails and encrypted XLSX packages, which are OLE2 containers too. */
function rejectOtherContainers(bytes: Buffer): void {
  if (hasStream(bytes, 'EncryptedPackage')) throw new SheetError('file_protected');
  if (hasStream(bytes, 'WordDocument')) throw new SheetError('file_is_word');
  if (hasStream(bytes, 'PowerPoint Document')) throw new SheetError('file_is_presentation');
  if (hasStream(bytes, 'Workbook')) return;
  throw new SheetError(hasStream(bytes, 'Book') ? 'file_is_old' : 'file_damaged');
}

/**
 * Chooses a sheet: the named one, otherwise the first visible one with the headings of the import and rows.
 * A cover or instructions often come first. Without such a sheet, the first visible one with rows is chosen.
 * @throws SheetError without such a sheet
 */
function chooseSheet(
  format: 'XLSX' | 'XLS',
  book: WorkBook,
  { sheet: name, findTable }: SheetOptions,
): { chosen: string; source: FileSource } {
  /** The table of a sheet; null if no row has all required headings. */
  const tableOf = (sheet: string) => {
    const rows = firstRows(book, sheet);
    const table = findTable(rows);
    if (!table?.isComplete) return undefined;
    return { sheet, matched: table.matched, hasRows: rows.length > table.index + 1 };
  };
  const sheets = book.SheetNames.filter((one) => book.Sheets[one]?.['!type'] !== 'chart');
  const filled = sheets.filter((one) => firstRows(book, one).length > 0);
  const isHidden = (one: string) =>
    Boolean(book.Workbook?.Sheets?.find((sheet) => sheet.name === one)?.Hidden);
  const visible = filled.filter((one) => !isHidden(one));
  const hidden = filled.filter((one) => isHidden(one) && tableOf(one)?.hasRows);
  const tables = visible.length > 1 ? visible.flatMap((one) => tableOf(one) ?? []) : [];
  // A list of people needs only one heading, so a sheet of instructions can match too. A sheet with less
  // than half of the headings of another one is not chosen, but reported.
  const most = Math.max(...tables.map(({ matched }) => matched));
  const best = tables.findIndex(({ matched, hasRows }) => hasRows && matched * 2 >= most);
  const first = tables[Math.max(0, best)]?.sheet ?? visible[0] ?? filled[0] ?? sheets[0];
  const chosen = name === undefined ? first : sheets.find((one) => one === name);
  if (chosen !== undefined) {
    const others = tables.flatMap(({ sheet, matched, hasRows }, at) =>
      sheet !== chosen && hasRows && (matched * 2 >= most || at < best) ? [sheet] : [],
    );
    const source = {
      format,
      sheet: chosen,
      sheets: filled,
      ...(others.length > 0 && { other_sheets: others }),
      ...(hidden.length > 0 && { hidden_sheets: hidden }),
    };
    return { chosen, source };
  }
  if (name === undefined) throw new SheetError('workbook_without_sheet');
  throw new SheetError(sentence('no_such_sheet', { sheet: name }));
}

function firstRows(book: WorkBook, name: string): SheetRow[] {
  const sheet = book.Sheets[name];
  return sheet ? [...rowsOf(book, sheet, FIRST_ROWS)] : [];
}

const ROWS_PER_CHUNK = 2_000;

async function* inChunks(book: WorkBook, sheet: WorkSheet | undefined): RowChunks {
  if (!sheet) throw new SheetError('file_damaged');
  let rows: SheetRow[] = [];
  for (const row of rowsOf(book, sheet)) {
    rows.push(row);
    if (rows.length < ROWS_PER_CHUNK) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

type CellRow = ReadonlyArray<CellObject | undefined>;

/** Yields the rows that have a cell, with the cells that are merged into each. */
function* rowsOf(book: WorkBook, sheet: WorkSheet, limit = Infinity): Generator<SheetRow> {
  const data: ReadonlyArray<CellRow | undefined> = sheet['!data'] ?? [];
  const isXls = book.bookType !== 'xlsx';
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  const toCell = (cell: CellObject | undefined) => toSheetCell(cell, { isXls, is1904 });
  const starts = Map.groupBy(sheet['!merges'] ?? [], ({ s }) => s.r);
  let merged: Array<Range & { cell: SheetCell }> = [];
  const end = Math.min(data.length, limit);
  for (let index = 0; index < end; index += 1) {
    const row = data[index];
    for (const { s, e } of starts.get(index) ?? []) {
      const cell = toCell(row?.[s.c]);
      if (cell !== null) merged.push({ s, e, cell });
    }
    if (!row) continue;
    if (row.length > COLUMN_LIMIT * 20) {
      throw new SheetError(sentence('sheet_too_wide', { max: COLUMN_LIMIT }));
    }
    const cells = Array.from(row, toCell);
    if (cells.every(isBlankCell)) continue;
    merged = merged.filter(({ e }) => e.r >= index);
    // Merged cells cannot overlap. More of them in one row mean a damaged file, and would take very long.
    if (merged.length > COLUMN_LIMIT * 20) throw new SheetError('file_damaged');
    for (const { s, e, cell } of merged) {
      // A merged cell may be much wider than the table. Columns beyond the limit have no heading.
      const last = Math.min(e.c, s.c + COLUMN_LIMIT);
      for (let column = s.c; column <= last; column += 1) cells[column] = cell;
    }
    const spread = merged.map((range) => spreadOf(range, cells)).find((one) => one !== null);
    const spans = merged.flatMap(({ s, e }) => (e.c > s.c ? [{ from: s.c, to: e.c }] : []));
    yield {
      number: index + 1,
      cells,
      ...(sheet['!rows']?.[index]?.hidden && { isHidden: true }),
      ...(spread && { merged: spread }),
      ...(spans.length > 0 && { spans }),
    };
  }
}

/** The columns of a merged cell that is alone in its row, or wider than all other cells together. */
function spreadOf({ s, e }: Range, cells: readonly SheetCell[]): SheetRow['merged'] | null {
  const columns = e.c - s.c + 1;
  if (columns < 2) return null;
  const others = cells.filter((cell, at) => (at < s.c || at > e.c) && !isBlankCell(cell)).length;
  const isAlone = others === 0;
  return isAlone || columns > Math.max(2, others) ? { from: s.c, to: e.c, isAlone } : null;
}
