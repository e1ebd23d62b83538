import { ID_MESSAGE, idNumber } from './field';
import { INTEGER_MAX } from './limits';
import { RECORD_KINDS } from './history';
import { historyFieldSchema } from './history-schemas';
import { z } from './zod';

/** Bringing back what the history knows (docs/behaviour.md, "Restore"). */

/** POST /admin/history/restore: the record whose newest deletion is undone. */
export const restoreRecordSchema = z.object({
  id: idNumber(ID_MESSAGE),
  kind: z.enum(RECORD_KINDS),
});
export type RestoreRecord = z.infer<typeof restoreRecordSchema>;

export const entryIdSchema = z.object({
  entry: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
});

/** The change of one record by one entry. */
export const changeIdSchema = entryIdSchema.extend({
  change: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
});
export type ChangeId = z.infer<typeof changeIdSchema>;

/** One field of the change, by its name; without it the whole record. */
export const valueQuerySchema = z.object({ field: z.string().max(100).optional() });

/** How many records are there again, or were changed. */
export const restoredSchema = z
  .object({ restored: z.int().max(INTEGER_MAX) })
  .meta({ id: 'Restored' });

/** The fields that would be written back: `old` is the value of today, `new` the one of before the change. */
export const earlierValuesSchema = z
  .object({
    kind: z.enum(RECORD_KINDS),
    id: z.int(),
    name: z.string().nullable(),
    fields: z.array(historyFieldSchema),
  })
  .meta({ id: 'EarlierValues' });
