import { REVIEW_TYPES } from '~/contract/row-review';
import { z } from '~/contract/zod';
import { BATCH_LIMIT } from './run-batches';

const valueSchema = z.union([z.string(), z.number(), z.null()]);

const rowChangeSchema = z.object({
  id: z.int().positive(),
  changes: z.array(z.object({ field: z.string(), old: valueSchema, new: valueSchema })),
});

/** Reviewed rows: what their records had in the changed fields, and what they get. */
export const rowChangesRequestSchema = z.object({
  type: z.enum(REVIEW_TYPES),
  rows: z.array(rowChangeSchema).max(BATCH_LIMIT),
});
export type RowChangesRequest = z.infer<typeof rowChangesRequestSchema>;

/** One of them. */
export type RowChangeRequest = z.infer<typeof rowChangeSchema> & Pick<RowChangesRequest, 'type'>;

/** A new row of a review. */
export const newRowRequestSchema = z.object({
  type: z.enum(REVIEW_TYPES),
  values: z.record(z.string(), z.unknown()),
});
export type NewRowRequest = z.infer<typeof newRowRequestSchema>;

/** A record that a new row has created. */
export const removedRowRequestSchema = newRowRequestSchema.extend({ id: z.int().positive() });
export type RemovedRowRequest = z.infer<typeof removedRowRequestSchema>;
