import * as XLSX from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { z } from '~/fields/zod';

/** The cells of a CSV file as an independent reader reads them. */
export function readCsv(file: Buffer, delimiter: string): string[][] {
  return parse(file, { delimiter, bom: true });
}

/** A cell as SheetJS reads it: its type (s, n, b, d), its value and how it is shown. */
export interface SheetCell {
  t: string;
  v: unknown;
  z?: unknown;
}

const cellSchema = z.object({ t: z.string(), v: z.unknown(), z: z.unknown() });

function toCell(cell: unknown): SheetCell | null {
  const read = cellSchema.safeParse(cell);
  return read.success && read.data.t !== 'z' ? read.data : null;
}

/**
 * Reads the cells of a workbook's only sheet with an independent reader, SheetJS. An empty cell is
 * null.
 */
export function readWorkbook(file: Buffer): Array<Array<SheetCell | null>> {
  const book = XLSX.read(file, { cellNF: true, cellDates: false });
  const [name = ''] = book.SheetNames;
  const sheet = book.Sheets[name];
  if (!sheet || book.SheetNames.length !== 1) throw new Error('One sheet was expected');
  const range = XLSX.utils.decode_range(sheet['!ref'] ?? 'A1');
  return Array.from({ length: range.e.r + 1 }, (_row, r) =>
    Array.from({ length: range.e.c + 1 }, (_column, c) =>
      toCell(sheet[XLSX.utils.encode_cell({ r, c })]),
    ),
  );
}

/** The cells by their column's heading, a row each. */
export function byHeading<T>(rows: readonly (readonly T[])[], nameOf: (cell: T) => string) {
  const [headings = [], ...records] = rows;
  return records.map((cells) =>
    Object.fromEntries(headings.map((heading, index) => [nameOf(heading), cells[index]])),
  );
}
