import { BULK_TYPES } from '~/contract/bulk';
import type { ReadColumn } from '~/contract/bulk-reading';
import { z } from '~/contract/zod';
import type { SheetSource } from '../formats/sheet-row';
import { RowBatch, type BatchHead } from './row-batch';

/** A job of the reading process. */
export const readingJobSchema = z.object({
  input: z.enum(['file', 'rows']),
  type: z.enum(BULK_TYPES),
  /** The file is an export that comes back: its rows are read with their id and version. */
  review: z.boolean().optional(),
  /** The sheet to read; else the first with rows. */
  sheet: z.string().optional(),
  /** Headings that the user has mapped to a field, or to "" for "leave out". */
  columns: z.record(z.string(), z.string()).readonly().optional(),
  /** The building of all rows of a file without a column for it. */
  condoId: z.int().optional(),
});
export type ReadingJob = z.infer<typeof readingJobSchema>;

/** The first line for the reading process; so many bytes follow, of the file or of the rows' JSON text. */
export const readingOrderSchema = z.object({ job: readingJobSchema, bytes: z.int() });
export type ReadingOrder = z.infer<typeof readingOrderSchema>;

/** How the file was read. */
export interface Reading {
  source: SheetSource | null;
  columns: readonly ReadColumn[];
  /** The building that completed the rows: the file has no column for it. */
  condo_id?: number;
}

/** A message of the reading process. */
export type ReadingMessage =
  | { t: 'head'; reading: Reading }
  | RowsMessage
  | { t: 'end'; rows: number }
  | { t: 'error'; text: string };

/**
 * Reads and checks rows: `sheets/process` has it with a process and without. Injected so that tests can replace it. The
 * input comes in the pieces in which it arrived, so that nobody has to hold it twice.
 */
export type ReadRows = (
  job: ReadingJob,
  input: readonly Uint8Array[],
  signal?: AbortSignal,
) => AsyncIterable<ReadingMessage>;

interface RowsMessage {
  t: 'rows';
  batch: RowBatch;
}

/** Rows in one message: few enough not to block other requests, and enough to keep the overhead small. */
export const ROWS_PER_MESSAGE = 2_000;

const LENGTH_BYTES = 4;

/** A message as bytes, in parts: two lengths and JSON text, then the text of its rows. */
export function writeMessage(message: ReadingMessage): Buffer[] {
  const isRows = message.t === 'rows';
  const head = Buffer.from(JSON.stringify(isRows ? message.batch.head : message));
  const lengths = Buffer.alloc(2 * LENGTH_BYTES);
  lengths.writeUInt32LE(head.length, 0);
  lengths.writeUInt32LE(isRows ? message.batch.text.length : 0, LENGTH_BYTES);
  const start = Buffer.concat([lengths, head]);
  return isRows ? [start, message.batch.text] : [start];
}

/** Reads messages from the chunks of a stream; an incomplete one at its end is ignored. */
export async function* readMessages(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<ReadingMessage, void, undefined> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let needed = 2 * LENGTH_BYTES;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < needed) continue;
    let all = Buffer.concat(waiting);
    for (;;) {
      needed = 2 * LENGTH_BYTES;
      if (all.length < needed) break;
      const headEnd = needed + all.readUInt32LE(0);
      needed = headEnd + all.readUInt32LE(LENGTH_BYTES);
      if (all.length < needed) break;
      yield readMessage(
        all.toString('utf8', 2 * LENGTH_BYTES, headEnd),
        all.subarray(headEnd, needed),
      );
      all = all.subarray(needed);
    }
    waiting = [all];
    bytes = all.length;
  }
}

/** The sender is our own process: the shape of its rows is not checked again. */
function readMessage(head: string, rows: Buffer): ReadingMessage {
  const message: unknown = JSON.parse(head);
  if (!isMessage(message)) throw new Error('The reading process sent an unknown message');
  return message.t === 'rows' ? { t: 'rows', batch: new RowBatch(message, rows) } : message;
}

type MessageHead = BatchHead | Exclude<ReadingMessage, RowsMessage>;

function isMessage(value: unknown): value is MessageHead {
  return typeof value === 'object' && value !== null && 't' in value;
}
