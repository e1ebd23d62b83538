import { fieldErrorSchema, sentenceShape } from '~/rpc/errors/error';
import { z } from '~/fields/zod';

/** `type` in the bulk calls: the names of the static templates. */
export const BULK_TYPES = ['condo', 'apartment', 'user_invite'] as const;
export type BulkType = (typeof BULK_TYPES)[number];

export const ROW_NUMBER = 'row_number';

export const BULK_FILE_EXTENSIONS = ['.csv', '.xls', '.xlsx'] as const;

/** A row object: its fields depend on the API. The embedded one adds the row's number in the file. */
export const bulkRowSchema = z.object({ [ROW_NUMBER]: z.int().optional() }).catchall(z.unknown());
/**
 * An invalid row with its error text. The embedded API adds the errors of single fields; the code is that
 * of an error that concerns the whole row.
 */
export const bulkRowErrorSchema = z.object({
  row: z.unknown(),
  error: z.string(),
  errors: z.array(fieldErrorSchema).optional(),
  ...sentenceShape,
});

export const bulkValidateResponseSchema = z
  .object({ valid_rows: z.array(bulkRowSchema), invalid_rows: z.array(bulkRowErrorSchema) })
  .meta({ id: 'BulkValidateResponse' });

export const bulkCreateResponseSchema = z
  .object({
    created: z.int().nonnegative(),
    errors: z.array(bulkRowErrorSchema),
  })
  .meta({ id: 'BulkCreateResponse' });

/** Response of POST /admin/bulk-apply and of a finished import. `changed` counts rows of an edited export. */
export const bulkApplyResponseSchema = bulkCreateResponseSchema
  .extend({ changed: z.int().nonnegative().optional() })
  .meta({ id: 'BulkApplyResponse' });
