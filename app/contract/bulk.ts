import { z } from './zod';

/** `type` in the bulk calls: the names of the static templates (READINGS.md). */
export const BULK_TYPES = ['condo', 'apartment', 'user_invite'] as const;
export type BulkType = (typeof BULK_TYPES)[number];
export const bulkTypeSchema = z.enum(BULK_TYPES);

/** File endings the bulk screen takes (SPEC.md point 9). */
export const BULK_FILE_EXTENSIONS = ['.csv', '.xls', '.xlsx'] as const;

/** The inner fields of a row object are the API's own business (SPEC.md point 3). */
export const bulkRowSchema = z.record(z.string(), z.unknown());
export const bulkRowErrorSchema = z.object({ row: z.unknown(), error: z.string() });

/** POST /admin/bulk-validate answer. */
export const bulkValidateResponseSchema = z
  .object({ valid_rows: z.array(bulkRowSchema), invalid_rows: z.array(bulkRowErrorSchema) })
  .meta({ id: 'BulkValidateResponse' });

/** POST /admin/bulk-create: `rows` is the JSON text of the valid rows. */
export const bulkCreatePayloadSchema = z
  .object({ type: bulkTypeSchema, rows: z.string() })
  .meta({ id: 'BulkCreatePayload' });

/** POST /admin/bulk-create answer. */
export const bulkCreateResponseSchema = z
  .object({ created: z.int().nonnegative(), errors: z.array(bulkRowErrorSchema) })
  .meta({ id: 'BulkCreateResponse' });
