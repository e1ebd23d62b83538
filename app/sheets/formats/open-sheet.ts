import { openCsv } from './csv';
import type { OpenedSheet } from './sheet-row';
import { sniffFormat } from './sniff';
import { openXls } from './xls';
import { openXlsx } from './xlsx';

/**
 * Opens an import file by its content, whatever its name. Runs in the reading process only: a file can take much memory
 * and time.
 * @throws SheetError
 */
export async function openSheet(bytes: Buffer, sheet?: string): Promise<OpenedSheet> {
  const format = sniffFormat(bytes);
  if (format === 'CSV') return openCsv(bytes);
  return format === 'XLSX' ? openXlsx(bytes, sheet) : openXls(bytes, sheet);
}
