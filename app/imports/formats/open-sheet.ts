import { VALUE_LABELS } from '~/language/sentences';
import { openCsv } from './csv';
import { SheetError, type OpenedSheet, type SheetOptions } from './sheet-row';
import { openXls, openXlsx } from './workbook';
import { sentence } from '~/language/sentence';

/**
 * Opens a file by its content. Call it only in the reading process, since it can take much time and memory.
 * @throws SheetError
 */
export async function openSheet(bytes: Buffer, options: SheetOptions): Promise<OpenedSheet> {
  const format = sniffFormat(bytes);
  if (format === 'CSV') return openCsv(bytes, options);
  return format === 'XLSX' ? openXlsx(bytes, options) : openXls(bytes, options);
}

/* The first bytes of a file as Latin-1. */
const ZIP = 'PK\u0003\u0004';
const OLE2 = 'ÐÏ\u0011à¡±\u001aá';
/** BIFF2 to BIFF5 files without a container start with a BOF record. */
const BARE_BIFF = ['\t\0', '\t\u0002', '\t\u0004', '\t\b'];

/** Formats that users choose by mistake. The error names them. */
const OTHER_FORMATS: ReadonlyArray<{ name: string; magic: string }> = [
  { name: VALUE_LABELS.empty_zip, magic: 'PK\u0005\u0006' },
  { name: VALUE_LABELS.pdf, magic: '%PDF' },
  { name: VALUE_LABELS.png, magic: '\u0089PNG' },
  { name: VALUE_LABELS.jpeg, magic: 'ÿØÿ' },
  { name: VALUE_LABELS.gif, magic: 'GIF8' },
  { name: VALUE_LABELS.gzip, magic: '\u001f\u008b\b' },
  { name: VALUE_LABELS.rtf, magic: String.raw`{\rtf` },
];

/** Web pages and XML that other programs save as .xls, recognized by their first characters in lower case. */
const MARKUP: ReadonlyArray<{ name: string; beginning: RegExp }> = [
  { name: VALUE_LABELS.mhtml, beginning: /^mime-version:/ },
  {
    name: VALUE_LABELS.xml_spreadsheet,
    beginning: /^<.*urn:schemas-microsoft-com:office:spreadsheet/s,
  },
  {
    name: VALUE_LABELS.html,
    beginning: /^<(?:!doctype html|html|head|body|table|meta|style|div|!--)/,
  },
  { name: VALUE_LABELS.xml, beginning: /^<\?xml/ },
];

/** Finds the format by the first bytes; the file's name does not matter. @throws SheetError for any other */
function sniffFormat(bytes: Buffer): 'CSV' | 'XLSX' | 'XLS' {
  if (bytes.length === 0) throw new SheetError('file_empty');
  const start = bytes.toString('latin1', 0, 4096);
  if (start.startsWith(ZIP)) return 'XLSX';
  if (start.startsWith(OLE2)) return 'XLS';
  const mistaken = OTHER_FORMATS.find(({ magic }) => start.startsWith(magic));
  if (mistaken) throw new SheetError(sentence('file_is_other', { format: mistaken.name }));
  if (BARE_BIFF.some((magic) => start.startsWith(magic)) && start.slice(0, 16).includes('\0')) {
    throw new SheetError('file_is_old');
  }
  // Byte order marks and zero bytes are removed, so that markup is found in any encoding.
  const text = start.replaceAll('\0', '').replace(/^(?:ï»¿|ÿþ|þÿ)/, '');
  const markup = MARKUP.find(({ beginning }) => beginning.test(text.trimStart().toLowerCase()));
  if (markup) throw new SheetError(sentence('file_to_save_again', { format: markup.name }));
  return 'CSV';
}
