import { BULK_TYPES } from '~/contract/bulk';
import { z } from '~/contract/zod';
import type { Cell, SheetSource } from '../../sheets/sheet-row';

/** What the reading process is asked to do; the bytes of the file, or of the rows' JSON text, follow it. */
export const readingJobSchema = z.object({
  input: z.enum(['file', 'rows']),
  type: z.enum(BULK_TYPES),
  /** The sheet to read; else the first with rows. */
  sheet: z.string().optional(),
  /** Headings that a person matched with a field, or with "" for "leave out". */
  columns: z.record(z.string(), z.string()).readonly().optional(),
});
export type ReadingJob = z.infer<typeof readingJobSchema>;

/** One column of the file and the field it is read as; null when it is not read. */
export interface ReadColumn {
  heading: string;
  field: string | null;
}

/** How the file was read. */
export interface Reading {
  source: SheetSource | null;
  columns: readonly ReadColumn[];
}

/** A row as the database checks look at it. */
export interface ReadRow {
  /** Its number in the file. */
  n: number;
  /** The row object as JSON text: the contract's fields where it is valid, what the file says where it is not. */
  j: string;
  /** The values that are compared with the database (see bulk/checks); none in an invalid row. */
  k?: readonly Cell[];
  /** Cells of columns that are not read, as JSON text: they come back with a refused row. */
  x?: string;
  /** Why the row is not valid. */
  e?: string;
}

/** The reading process's lines, one JSON text each. */
export type ReadingMessage =
  | { t: 'head'; reading: Reading }
  | { t: 'rows'; rows: readonly ReadRow[] }
  | { t: 'end'; rows: number }
  | { t: 'refusal'; text: string };

/** Rows in one message. */
export const ROWS_PER_MESSAGE = 1_000;

/** Reads one line. The process is our own: the shape of its rows is not checked again, one by one. */
export function readMessage(line: string): ReadingMessage {
  const message: unknown = JSON.parse(line);
  if (isMessage(message)) return message;
  throw new Error('The reading process said something unknown');
}

function isMessage(value: unknown): value is ReadingMessage {
  return typeof value === 'object' && value !== null && 't' in value;
}
