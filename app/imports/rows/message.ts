import type { AnySentence } from '~/language/sentence';
import { EDITED_TYPES } from '~/imports/row-error';
import { BULK_TYPES, BY_KEY, DELIMITERS, ENCODINGS, type Reading } from '~/imports/schema';
import { z } from '~/fields/zod';
import type { ReadRow } from './row';

const readingJobSchema = z.object({
  input: z.enum(['file', 'rows']),
  type: z.enum(BULK_TYPES),
  /** Type of an edited export. Its rows are read with their id and version. */
  review: z.enum(EDITED_TYPES).optional(),
  /** Set if rows may match stored records. Their empty cells keep the stored value, or clear it. */
  byKey: z.enum(BY_KEY).optional(),
  /** True if the screen has written the file from rows edited there. */
  isEdited: z.boolean().optional(),
  /** The sheet to read; by default the first one with rows. */
  sheet: z.string().optional(),
  /** Headings that the user has mapped to a field, or to "" to leave the column out. */
  columns: z.record(z.string(), z.string()).readonly().optional(),
  encoding: z.enum(ENCODINGS).optional(),
  delimiter: z.enum(DELIMITERS).optional(),
  /** The number of the row with the headings; by default they are searched. */
  headingRow: z.int().optional(),
  /** The building of all rows, if the file has no column for it. */
  condoId: z.int().optional(),
});
export type ReadingJob = z.infer<typeof readingJobSchema>;

/** The message to the reading process: a job, and the bytes of the file or of the rows' JSON text. */
export const readingOrderSchema = z.object({
  job: readingJobSchema,
  input: z.array(z.custom<Uint8Array>((value) => value instanceof Uint8Array)).readonly(),
});
export type ReadingOrder = z.infer<typeof readingOrderSchema>;

export type ReadingMessage =
  | { type: 'head'; reading: Reading }
  | { type: 'rows'; rows: ReadRow[] }
  | { type: 'end'; leftOut?: number; hiddenRows?: number }
  | { type: 'error'; sentence: AnySentence };

/** Reads and checks rows, in a child process or here. Input in pieces avoids a second copy. */
export type ReadRows = (
  job: ReadingJob,
  input: readonly Uint8Array[],
  signal?: AbortSignal,
) => AsyncGenerator<ReadingMessage, void, undefined>;

/** Rows in one message: few enough not to block other requests, enough to keep the overhead small. */
export const ROWS_PER_MESSAGE = 2_000;
