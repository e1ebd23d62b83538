import { REVIEW_TYPES } from '~/contract/row-review';
import { z } from '~/contract/zod';

const valueSchema = z.union([z.string(), z.number(), z.null()]);

/** A reviewed row: what a record had in the changed fields, and what it gets. */
export const rowChangeRequestSchema = z.object({
  type: z.enum(REVIEW_TYPES),
  id: z.int().positive(),
  changes: z.array(z.object({ field: z.string(), old: valueSchema, new: valueSchema })),
});
export type RowChangeRequest = z.infer<typeof rowChangeRequestSchema>;

/** A new row of a review. */
export const newRowRequestSchema = z.object({
  type: z.enum(REVIEW_TYPES),
  values: z.record(z.string(), z.unknown()),
});
export type NewRowRequest = z.infer<typeof newRowRequestSchema>;

/** A record that a new row has created. */
export const removedRowRequestSchema = newRowRequestSchema.extend({ id: z.int().positive() });
export type RemovedRowRequest = z.infer<typeof removedRowRequestSchema>;
