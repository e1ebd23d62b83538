import { REVIEW_TYPES } from '~/contract/row-review';
import { z } from '~/contract/zod';

/** Rows in one call: few, since Cancel waits for the calls under way. */
export const ROWS_PER_CALL = 10;

const valueSchema = z.union([z.string(), z.number(), z.null()]);
const values = z.record(z.string(), z.unknown());

/** The change of one row of a review, and its call of the wire contract. */
const rowRequestSchema = z.discriminatedUnion('method', [
  /** Changes a record that must still have the old values. */
  z.object({
    method: z.literal('PUT'),
    id: z.int().positive(),
    changes: z.array(z.object({ field: z.string(), old: valueSchema, new: valueSchema })),
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
