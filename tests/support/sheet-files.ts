import * as XLSX from '@e965/xlsx';
import type { Random } from '../../tools/seed/random';

/** Rows of cells as a person would type them. */
export type Cells = ReadonlyArray<ReadonlyArray<string | number | boolean | Date | null>>;

/** A sheet with a blank row, and with texts that look like numbers. */
export const GRID: Cells = [
  ['text', 'number', 'flag', 'zeros', 'long'],
  ['äöü €', 1.5, true, '007', '12345678901234567890'],
  [null, null, null, null, null],
  ['line\nbreak', -3, false, 'x', 123456789012],
];

/** "biff8" is XLS, "biff5" Excel 95. */
type BookType = 'xlsx' | 'biff8' | 'biff5' | 'ods' | 'xlsb';

/** The file of a workbook as SheetJS writes it. */
export function bookFile(book: XLSX.WorkBook, bookType: BookType): Buffer<ArrayBuffer> {
  const written: unknown = XLSX.write(book, { type: 'buffer', bookType, compression: true });
  if (!Buffer.isBuffer(written)) throw new Error('No workbook was written');
  return Buffer.from(written);
}

/** The file of a workbook with these sheets. */
export function writeWorkbook(
  sheets: Readonly<Record<string, Cells>>,
  bookType: BookType,
): Buffer<ArrayBuffer> {
  const book = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = XLSX.utils.aoa_to_sheet(
      rows.map((row) => Array.from(row)),
      { cellDates: false, UTC: true },
    );
    XLSX.utils.book_append_sheet(book, sheet, name);
  }
  return bookFile(book, bookType);
}

/** A damaged copy: bytes changed, cut out, doubled, cut off, or taken from elsewhere in the file. */
export function mutate(original: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(original);
  const place = () => Math.floor(random.next() * bytes.length);
  const times = 1 + Math.floor(random.next() * 8);
  for (let count = 0; count < times && bytes.length > 0; count += 1) {
    const at = place();
    const length = Math.floor(random.next() * 64);
    switch (Math.floor(random.next() * 6)) {
      case 0:
        bytes[at] = Math.floor(random.next() * 256);
        break;
      case 1:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
        break;
      case 3:
        bytes.copy(bytes, at, place(), Math.min(bytes.length, place() + length));
        break;
      case 4:
        bytes.writeUInt8([0, 255, 0x22, 0x3c, 0x7f][Math.floor(random.next() * 5)] ?? 0, at);
        break;
      default:
        if (random.next() < 0.2) bytes = bytes.subarray(0, at);
        else if (at + 4 <= bytes.length)
          bytes.writeUInt32LE(Math.floor(random.next() * 2 ** 32), at);
    }
  }
  return bytes;
}
