import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ExportFormat } from '~/imports/export';

const CSV_FILTER = 'Text - txt - csv (StarCalc)';
/** Semicolon, quotation mark, UTF-8, from the first line on. */
const CSV_FORM = '59,34,76,1';
/** The column type "Text": as a careful person opens a CSV file, so that postcodes keep their zeros. */
const TEXT_COLUMN = 2;
const COLUMNS = 40;
const TEXT_COLUMNS = Array.from({ length: COLUMNS }, (_, index) => `${index + 1}/${TEXT_COLUMN}`);
/** Cells as they are shown, not quoted more than needed, the first sheet. */
const CSV_AS_SHOWN = '0,false,true';

const SAVED_AS: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'xlsx:Calc MS Excel 2007 XML',
  csv: `csv:${CSV_FILTER}:${CSV_FORM},,${CSV_AS_SHOWN}`,
};

/**
 * Opens a file in LibreOffice, edits its cells and returns the file that LibreOffice saves. `edit` gets
 * the opened document as LibreOffice's own flat XML. Null saves the cells unchanged.
 */
export async function editInLibreOffice(
  file: { bytes: Buffer; format: ExportFormat },
  edit: ((document: string) => string) | null,
  savedAs: ExportFormat,
): Promise<Buffer<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'condo-office-'));
  const convert = (input: string, to: string, options: readonly string[] = []) =>
    promisify(execFile)(process.env.SOFFICE ?? 'soffice', [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      ...options,
      '--convert-to',
      to,
      '--outdir',
      folder,
      join(folder, input),
    ]);
  try {
    await writeFile(join(folder, `exported.${file.format}`), file.bytes);
    const opened = `--infilter=${CSV_FILTER}:${CSV_FORM},${TEXT_COLUMNS.join('/')}`;
    await convert(`exported.${file.format}`, 'fods', file.format === 'csv' ? [opened] : []);
    const document = await readFile(join(folder, 'exported.fods'), 'utf8');
    const edited = edit ? edit(document) : document;
    if (edit && edited === document) throw new Error('LibreOffice shows no such cell');
    await writeFile(join(folder, 'edited.fods'), edited);
    await convert('edited.fods', SAVED_AS[savedAs]);
    return Buffer.from(await readFile(join(folder, `edited.${savedAs}`)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
