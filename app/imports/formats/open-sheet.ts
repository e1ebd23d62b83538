import { VALUE_LABELS } from '~/language/sentences';
import { openCsv } from './csv';
import { SheetError, type OpenedSheet, type SheetOptions } from './sheet-row';
import { openXls, openXlsx } from './workbook';
import { sentence } from '~/language/sentence';

/** Opens a file by its content. Only for the reading process: it can take much. @throws SheetError */
export async function openSheet(bytes: Buffer, options: SheetOptions): Promise<OpenedSheet> {
  const format = sniffFormat(bytes);
  if (format === 'CSV') return openCsv(bytes, options);
  return format === 'XLSX' ? openXlsx(bytes, options) : openXls(bytes, options);
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE2 = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** BIFF2 to BIFF5 files without a container start with a BOF record. */
const BARE_BIFF = [
  [0x09, 0x00],
  [0x09, 0x02],
  [0x09, 0x04],
  [0x09, 0x08],
];

/** Other files that are chosen by mistake. */
const OTHER_FORMATS: ReadonlyArray<{ name: string; magic: readonly number[] }> = [
  { name: VALUE_LABELS.empty_zip, magic: [0x50, 0x4b, 0x05, 0x06] },
  { name: VALUE_LABELS.pdf, magic: [0x25, 0x50, 0x44, 0x46] },
  { name: VALUE_LABELS.png, magic: [0x89, 0x50, 0x4e, 0x47] },
  { name: VALUE_LABELS.jpeg, magic: [0xff, 0xd8, 0xff] },
  { name: VALUE_LABELS.gif, magic: [0x47, 0x49, 0x46, 0x38] },
  { name: VALUE_LABELS.gzip, magic: [0x1f, 0x8b, 0x08] },
  { name: VALUE_LABELS.rtf, magic: [0x7b, 0x5c, 0x72, 0x74, 0x66] },
];

/** Web pages and XML that other programs save as .xls, recognised by their first characters in lower case. */
const MARKUP: ReadonlyArray<{ name: string; start: RegExp }> = [
  { name: VALUE_LABELS.mhtml, start: /^mime-version:/ },
  {
    name: VALUE_LABELS.xml_spreadsheet,
    start: /^<.*urn:schemas-microsoft-com:office:spreadsheet/s,
  },
  { name: VALUE_LABELS.html, start: /^<(?:!doctype html|html|head|body|table|meta|style|div|!--)/ },
  { name: VALUE_LABELS.xml, start: /^<\?xml/ },
];

/** The format by the first bytes, whatever the name. @throws SheetError for any other */
function sniffFormat(bytes: Buffer): 'CSV' | 'XLSX' | 'XLS' {
  if (bytes.length === 0) throw new SheetError('file_empty');
  if (startsWith(bytes, ZIP)) return 'XLSX';
  if (startsWith(bytes, OLE2)) return 'XLS';
  const mistaken = OTHER_FORMATS.find(({ magic }) => startsWith(bytes, magic));
  if (mistaken) throw new SheetError(sentence('file_is_other', { format: mistaken.name }));
  if (BARE_BIFF.some((magic) => startsWith(bytes, magic)) && bytes.subarray(0, 16).includes(0)) {
    throw new SheetError('file_is_old');
  }
  const text = firstText(bytes);
  const markup = MARKUP.find(({ start }) => start.test(text));
  if (markup) throw new SheetError(sentence('file_to_save_again', { format: markup.name }));
  return 'CSV';
}

/** In any encoding, as far as markup goes. */
function firstText(bytes: Buffer): string {
  return bytes
    .subarray(0, 4096)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, '')
    .trimStart()
    .toLowerCase();
}

function startsWith(bytes: Buffer, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
