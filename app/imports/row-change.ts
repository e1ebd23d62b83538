import { reviewedRowSchema } from './schema';
import { REVIEW_TYPES } from './row-error';
import { z } from '~/fields/zod';

/** Rows in one call: few, since Cancel waits for the calls under way. */
export const ROWS_PER_CALL = 10;

const values = z.record(z.string(), z.unknown());

/** The change of one row of a review, and its call of the wire contract. */
const rowRequestSchema = z.discriminatedUnion('method', [
  /** Changes a record that must still have the old values. */
  z.object({
    method: z.literal('PUT'),
    id: z.int().positive(),
    changes: reviewedRowSchema.shape.changes,
  }),
  z.object({ method: z.literal('POST'), values }),
  /** Removes a record that must still have the values that it was created with. */
  z.object({ method: z.literal('DELETE'), id: z.int().positive(), values }),
]);
export type RowRequest = z.infer<typeof rowRequestSchema>;

export const rowRequestsSchema = z.object({
  type: z.enum(REVIEW_TYPES),
  rows: z.array(rowRequestSchema).max(ROWS_PER_CALL),
});
export type RowRequests = z.infer<typeof rowRequestsSchema>;
