import { BULK_TYPES, bulkApplyResponseSchema } from './schema';
import { sentenceShape } from '~/rpc/errors/error';
import { instant } from '~/fields/field';
import { z } from '~/fields/zod';

/* Import records, undo, progress and cancel: only the embedded API has them (docs/behaviour/imports.md). */

export const IDEMPOTENCY_KEY_LIMIT_CHARS = 200;

export const bulkImportSchema = z
  .object({
    id: z.int(),
    type: z.enum(BULK_TYPES),
    file_name: z.string().nullable(),
    created_by: z.string().nullable(),
    created_at: instant,
    created: z.int(),
    /** Records that an edited export changed; null for any other import. */
    changed: z.int().nullable(),
    undone_at: instant.nullable(),
    removed: z.int().nullable(),
  })
  .meta({ id: 'BulkImport' });
export type BulkImport = z.infer<typeof bulkImportSchema>;

/** Progress of an import. `done` counts rows. An "unknown" import may not have arrived yet. */
export const bulkProgressSchema = z
  .discriminatedUnion('state', [
    z.object({ state: z.literal('unknown') }),
    z.object({ state: z.literal('running'), done: z.int() }),
    z.object({ state: z.literal('finished'), result: bulkApplyResponseSchema }),
    z.object({ state: z.literal('failed'), detail: z.string(), ...sentenceShape }),
  ])
  .meta({ id: 'BulkProgress' });
export type BulkProgress = z.infer<typeof bulkProgressSchema>;

/** Result of "Undo this import". Among the kept records, a second call can remove the `removable` ones. */
export const bulkUndoSchema = z
  .object({
    removed: z.int(),
    /** Of an edited export: records that have their old values again. */
    restored: z.int().optional(),
    kept: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        reason: z.string(),
        removable: z.boolean(),
        ...sentenceShape,
      }),
    ),
  })
  .meta({ id: 'BulkUndo' });
export type BulkUndo = z.infer<typeof bulkUndoSchema>;
