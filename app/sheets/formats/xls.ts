import { ParseError } from 'hucre';
import { readXls } from 'hucre/xlsx';
import { SheetError } from './sheet-error';
import { isBlankRow, type OpenedSheet, type SheetRow } from './sheet-row';
import {
  cellKey,
  NO_ZERO_PADDED_WIDTHS,
  withZeros,
  type ZeroPaddedWidths,
} from './zero-padded-width';
import { OLD_EXCEL } from './sniff';
import { readXlsFacts } from './xls-records';
import { chooseSheet, toCell, toSheetError } from './xlsx';
import { PASSWORD } from './zip-directory';

/**
 * Opens an XLS workbook (BIFF8) at a sheet: the named one, else the first that has rows.
 * @throws SheetError
 */
export async function openXls(bytes: Buffer, wanted: string | undefined): Promise<OpenedSheet> {
  rejectOtherContainers(bytes);
  const workbook = await read(bytes);
  const facts = readXlsFacts(bytes);
  const sheets = workbook.sheets.map(({ name, rows }, index) => ({
    name,
    rows,
    facts: facts[index],
    hidden: facts[index]?.hidden ?? false,
    hasRows: rows.length > 0,
  }));
  const sheet = chooseSheet(sheets, wanted);
  return {
    source: {
      format: 'XLS',
      sheet: sheet.name,
      sheets: sheets.filter(({ hasRows }) => hasRows).map(({ name }) => name),
    },
    rowChunks: [
      [...readRows(sheet.rows, sheet.facts?.zeroPaddedWidths() ?? NO_ZERO_PADDED_WIDTHS)],
    ],
  };
}

async function read(bytes: Buffer) {
  try {
    return await readXls(bytes);
  } catch (error) {
    if (error instanceof ParseError && error.message.startsWith('Unsupported XLS version')) {
      throw new SheetError(OLD_EXCEL);
    }
    throw toSheetError(error);
  }
}

function* readRows(
  rows: readonly (readonly unknown[])[],
  zeroPaddedWidths: ZeroPaddedWidths,
): Generator<SheetRow> {
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index];
    // Rows and cells without a value are array holes.
    if (!row) continue;
    const cells = Array.from(row, (value, column) =>
      withZeros(toCell(value), zeroPaddedWidths.get(cellKey(index, column))),
    );
    if (!isBlankRow(cells)) yield { number: index + 1, cells };
  }
}

const hasStream = (bytes: Buffer, name: string) => bytes.includes(Buffer.from(name, 'utf16le'));

/** OLE2 containers hold old Word files, mails and encrypted XLSX packages too. */
function rejectOtherContainers(bytes: Buffer): void {
  if (hasStream(bytes, 'EncryptedPackage')) throw new SheetError(PASSWORD);
  if (hasStream(bytes, 'WordDocument')) throw new SheetError('The file is a Word document');
  if (hasStream(bytes, 'PowerPoint Document')) throw new SheetError('The file is a presentation');
  if (!hasStream(bytes, 'Workbook') && hasStream(bytes, 'Book')) throw new SheetError(OLD_EXCEL);
  if (isEncryptedBiff(bytes)) throw new SheetError(PASSWORD);
}

/** BOF of a BIFF8 workbook: record 0x0809, 16 bytes, version 0x0600, type 0x0005. */
const WORKBOOK_BOF = Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00]);
const FILE_PASS = 0x2f;
/** FILEPASS follows the workbook's BOF within a few records. */
const RECORDS_BEFORE_FILE_PASS = 8;

function isEncryptedBiff(bytes: Buffer): boolean {
  let at = bytes.indexOf(WORKBOOK_BOF);
  for (let count = 0; at >= 0 && count < RECORDS_BEFORE_FILE_PASS; count += 1) {
    if (at + 4 > bytes.length) return false;
    if (bytes.readUInt16LE(at) === FILE_PASS) return true;
    at += 4 + bytes.readUInt16LE(at + 2);
  }
  return false;
}
