import * as XLSX from '@e965/xlsx';
import type { Random } from '../../tools/seed/random';

/** Rows of cells as a person would type them. */
export type Cells = ReadonlyArray<ReadonlyArray<string | number | boolean | Date | null>>;

/** A workbook as SheetJS writes it: "xlsx", or "biff8" for XLS and "biff5" for Excel 95. */
export function writeWorkbook(
  sheets: Readonly<Record<string, Cells>>,
  bookType: 'xlsx' | 'biff8' | 'biff5' | 'ods' | 'xlsb',
): Buffer<ArrayBuffer> {
  const book = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = XLSX.utils.aoa_to_sheet(
      rows.map((row) => Array.from(row)),
      { cellDates: false, UTC: true },
    );
    XLSX.utils.book_append_sheet(book, sheet, name);
  }
  const written: unknown = XLSX.write(book, { type: 'buffer', bookType, compression: true });
  if (!Buffer.isBuffer(written)) throw new Error('No workbook was written');
  return Buffer.from(written);
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
