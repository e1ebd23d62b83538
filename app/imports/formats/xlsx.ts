import { HucreError } from 'hucre';
import { parseCellRef, streamXlsxRows } from 'hucre/xlsx';
import {
  COLUMN_LIMIT,
  SheetError,
  dateText,
  isBlankRow,
  type Cell,
  type OpenedSheet,
  type RowChunks,
  type SheetRow,
  type SheetSource,
} from './sheet-row';
import { listSheets, attribute, tags } from './xlsx-sheets';
import {
  cellKey,
  NO_ZERO_PADDED_WIDTHS,
  withZeros,
  zeroPaddedWidth,
  type ZeroPaddedWidths,
} from './zero-padded-width';
import {
  assertDeclaredSize,
  DAMAGED_WORKBOOK,
  readZipDirectory,
  unpack,
  unpackText,
  type ZipEntry,
} from './zip-directory';

/** @throws SheetError */
export async function openXlsx(bytes: Buffer, sheetName: string | undefined): Promise<OpenedSheet> {
  const directory = readZipDirectory(bytes);
  const sheets = await listSheets(bytes, directory);
  const { sheet, source } = chooseSheet('XLSX', sheets, sheetName);
  for (const entry of directory.values()) {
    const isOtherSheet =
      /^xl\/(?:worksheets|media|drawings|charts)\//i.test(entry.name) && entry.name !== sheet.path;
    if (!isOtherSheet) await assertDeclaredSize(bytes, entry);
  }
  const zeroPaddedWidths = await findZeroPaddedWidths(
    bytes,
    directory.get('xl/styles.xml'),
    directory.get(sheet.path),
  );
  return { source, rowChunks: readRows(bytes, sheet.index, zeroPaddedWidths) };
}

/** The named sheet, else the first visible one with rows. @throws SheetError without such a sheet */
export function chooseSheet<T extends { name: string; hasRows: boolean; hidden: boolean }>(
  format: SheetSource['format'],
  sheets: readonly T[],
  sheetName: string | undefined,
): { sheet: T; source: SheetSource } {
  const filled = sheets.filter(({ hasRows }) => hasRows);
  const first = filled.find(({ hidden }) => !hidden) ?? filled[0] ?? sheets[0];
  const sheet = sheetName === undefined ? first : sheets.find(({ name }) => name === sheetName);
  if (sheet) {
    return { sheet, source: { format, sheet: sheet.name, sheets: filled.map(({ name }) => name) } };
  }
  if (sheetName === undefined) throw new SheetError('The workbook has no sheet');
  throw new SheetError(`The workbook has no sheet "${sheetName}"`);
}

const ROWS_PER_CHUNK = 500;

async function* readRows(
  bytes: Buffer,
  sheet: number,
  zeroPaddedWidths: ZeroPaddedWidths,
): RowChunks {
  let rows: SheetRow[] = [];
  try {
    for await (const row of streamXlsxRows(bytes, { sheet })) {
      if (row.values.length > COLUMN_LIMIT * 20) {
        throw new SheetError(`The sheet has too many columns; at most ${COLUMN_LIMIT} are read`);
      }
      const cells = toCells(row.values, row.index, zeroPaddedWidths);
      if (!isBlankRow(cells)) rows.push({ number: row.index + 1, cells });
      if (rows.length < ROWS_PER_CHUNK) continue;
      yield rows;
      rows = [];
    }
    yield rows;
  } catch (error) {
    throw toSheetError(error);
  }
}

/** The cells of a workbook's row, by its index. */
export function toCells(values: readonly unknown[], row: number, widths: ZeroPaddedWidths): Cell[] {
  return Array.from(values, (value, column) =>
    withZeros(toCell(value), widths.get(cellKey(row, column))),
  );
}

/** The value of a cell; a hole in a row is null. */
function toCell(value: unknown): Cell {
  if (value instanceof Date) return dateText(inCalendar(value));
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Serial 0 as the library reads it: a day late, as are all before it. */
const SERIAL_0_MS = Date.UTC(1899, 11, 31);
const DAY_MS = 86_400_000;

/** Excel's calendar begins with serial 1; LibreOffice writes earlier ones, from 1899-12-30. */
function inCalendar(date: Date): Date {
  return date.getTime() < SERIAL_0_MS + DAY_MS ? new Date(date.getTime() - DAY_MS) : date;
}

/** Replaces the library's errors, which are meant for programmers. */
export function toSheetError(error: unknown): unknown {
  if (error instanceof HucreError || error instanceof RangeError || error instanceof TypeError) {
    return new SheetError(DAMAGED_WORKBOOK);
  }
  return error;
}

const TAG_LIMIT_CHARS = 4_096;

/** See ZeroPaddedWidths. The sheet is only scanned if such a format is in use. */
async function findZeroPaddedWidths(
  bytes: Buffer,
  styles: ZipEntry | undefined,
  sheet: ZipEntry | undefined,
): Promise<ZeroPaddedWidths> {
  if (!styles || !sheet) return NO_ZERO_PADDED_WIDTHS;
  const widths = widthsByStyle(await unpackText(bytes, styles));
  if (widths.size === 0) return NO_ZERO_PADDED_WIDTHS;
  const byCell = new Map<number, number>();
  let tail = '';
  for await (const chunk of unpack(bytes, sheet)) {
    const text = tail + chunk.toString('latin1');
    const end = text.lastIndexOf('>') + 1;
    tail = text.slice(end).slice(0, TAG_LIMIT_CHARS);
    for (const tag of tags(text.slice(0, end), 'c')) {
      const width = widths.get(Number(attribute(tag, 's')));
      if (width === undefined) continue;
      const { row, col } = parseCellRef(attribute(tag, 'r') ?? '');
      byCell.set(cellKey(row, col), width);
    }
  }
  return byCell;
}

/** The styles (by index in cellXfs) whose format consists of two or more zeros. */
function widthsByStyle(styles: string): Map<number, number> {
  const codes = new Map<string, string>();
  for (const tag of tags(styles, 'numFmt')) {
    codes.set(attribute(tag, 'numFmtId') ?? '', attribute(tag, 'formatCode') ?? '');
  }
  const cellFormats = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? '';
  const widths = new Map<number, number>();
  for (const [index, tag] of tags(cellFormats, 'xf').entries()) {
    const width = zeroPaddedWidth(codes.get(attribute(tag, 'numFmtId') ?? '') ?? '');
    if (width !== undefined) widths.set(index, width);
  }
  return widths;
}
