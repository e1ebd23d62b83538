import { bulkRowErrorSchema, bulkRowSchema } from './schema';
import { INTEGER_MAX } from '~/fields/limits';
import { z } from '~/fields/zod';

/* Review and apply of edited exports by the embedded API (docs/behaviour/edited-exports.md). */

const reviewValueSchema = z.union([z.string(), z.number(), z.null()]);

/** A row that differs from its record. It is applied only if the record still has this `version`. */
export const reviewedRowSchema = z
  .object({
    row_number: z.int(),
    id: z.int(),
    name: z.string(),
    version: z.string(),
    changes: z.array(
      z.object({ field: z.string(), old: reviewValueSchema, new: reviewValueSchema }),
    ),
  })
  .meta({ id: 'ReviewedRow' });
export type ReviewedRow = z.infer<typeof reviewedRowSchema>;

export const bulkReviewSchema = z
  .object({
    changed: z.array(reviewedRowSchema),
    /** The record was changed since the export. */
    conflicts: z.array(reviewedRowSchema),
    /** Rows without an id: what bulk-validate would answer for them. */
    new_rows: z.array(bulkRowSchema),
    invalid_rows: z.array(bulkRowErrorSchema),
    unchanged: z.int(),
    /** Records that the file does not name; they stay. */
    missing: z.int(),
  })
  .meta({ id: 'BulkReview' });
export type BulkReview = z.infer<typeof bulkReviewSchema>;

/** No database keeps NUL characters, or halves of characters: these are replaced. */
const sentText = z
  .string()
  .refine((text) => !text.includes('\0'))
  .transform((text) => text.toWellFormed());

export const rowChangeSchema = z.object({
  row_number: z.int(),
  id: z.int().min(1).max(INTEGER_MAX),
  version: z.string(),
  values: z.record(z.string(), z.union([sentText, z.number(), z.null()])),
});
export type RowChange = z.infer<typeof rowChangeSchema>;
