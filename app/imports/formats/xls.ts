import { ParseError } from 'hucre';
import { readXls } from 'hucre/xlsx';
import { SheetError, isBlankRow, type OpenedSheet, type RowChunks } from './sheet-row';
import { NO_ZERO_PADDED_WIDTHS, type ZeroPaddedWidths } from './zero-padded-width';
import { readXlsFacts } from './xls-records';
import { chooseSheet, toCells, toSheetError } from './xlsx';
import { PASSWORD } from './zip-directory';

export const OLD_EXCEL =
  'The file is from Excel 95 or older. Open it in Excel and save it as an Excel workbook (.xlsx)';

/** Opens an XLS workbook of Excel 97 or newer (BIFF8). @throws SheetError */
export async function openXls(bytes: Buffer, sheetName: string | undefined): Promise<OpenedSheet> {
  rejectOtherContainers(bytes);
  const facts = readXlsFacts(bytes);
  if (facts.isEncrypted) throw new SheetError(PASSWORD);
  const workbook = await read(bytes);
  const sheets = workbook.sheets.map(({ name, rows }, index) => ({
    name,
    rows,
    facts: facts.sheets[index],
    hidden: facts.sheets[index]?.hidden ?? false,
    hasRows: rows.length > 0,
  }));
  const { sheet, source } = chooseSheet('XLS', sheets, sheetName);
  const widths = sheet.facts?.zeroPaddedWidths() ?? NO_ZERO_PADDED_WIDTHS;
  return { source, rowChunks: readRows(sheet.rows, widths) };
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

/** Rows and cells without a value are array holes. */
async function* readRows(
  rows: readonly (readonly unknown[])[],
  widths: ZeroPaddedWidths,
): RowChunks {
  yield Array.from(rows, (row, index) => ({
    number: index + 1,
    cells: toCells(row ?? [], index, widths),
  })).filter(({ cells }) => !isBlankRow(cells));
}

const hasStream = (bytes: Buffer, name: string) => bytes.includes(Buffer.from(name, 'utf16le'));

/** OLE2 containers hold old Word files, mails and encrypted XLSX packages too. */
function rejectOtherContainers(bytes: Buffer): void {
  if (hasStream(bytes, 'EncryptedPackage')) throw new SheetError(PASSWORD);
  if (hasStream(bytes, 'WordDocument')) throw new SheetError('The file is a Word document');
  if (hasStream(bytes, 'PowerPoint Document')) throw new SheetError('The file is a presentation');
  if (!hasStream(bytes, 'Workbook') && hasStream(bytes, 'Book')) throw new SheetError(OLD_EXCEL);
}
