import { ID_MESSAGE, idNumber, instant } from '~/fields/field';
import { filterId, filterText } from '~/fields/field-schemas';
import { ACTOR_KINDS, FIRST_INSTANT, HISTORY_ACTIONS, LAST_INSTANT, RECORD_KINDS } from './schema';
import { INTEGER_MAX } from '~/fields/limits';
import { z } from '~/fields/zod';
import { rule } from '~/language/rules';

const filterInstant = instant
  .refine((text) => {
    const time = Date.parse(text);
    return time >= Date.parse(FIRST_INSTANT) && time <= Date.parse(LAST_INSTANT);
  }, rule('time_out_of_range'))
  .optional();

/** The id of an entry or a change, in a path or a query. Such ids may exceed the limit of other ids. */
const entryNumber = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/**
 * Filters of the history. `record` is the id of a record of the kind `kind`. `from` is inclusive, `to` is
 * not.
 */
export const historyFilterSchema = z.object({
  person: filterId,
  kind: z.enum(RECORD_KINDS).optional(),
  record: filterId,
  from: filterInstant,
  to: filterInstant,
  text: filterText,
  /** "false" leaves out sign-ins. */
  sign_ins: z.enum(['true', 'false']).optional(),
});
export type HistoryFilter = z.infer<typeof historyFilterSchema>;

/** Query of GET /admin/history. `before` is the `next` of the previous page. */
export const historyQuerySchema = historyFilterSchema.extend({
  before: entryNumber.optional(),
});
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

const recordKind = z.enum(RECORD_KINDS);
/** A value for display. A reference is shown as the name of its record. */
const shownValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type HistoryValue = z.infer<typeof shownValue>;

export const historyFieldSchema = z.object({
  name: z.string(),
  old: shownValue,
  new: shownValue,
  /** True if the old value can be written back. */
  is_restorable: z.boolean(),
});
export type HistoryField = z.infer<typeof historyFieldSchema>;

/** The change that an entry made to one record, or to `count` records that it created together. */
export const historyChangeSchema = z.object({
  change: z.int(),
  what: z.enum(HISTORY_ACTIONS),
  kind: recordKind,
  id: z.int().nullable(),
  name: z.string().nullable(),
  count: z.int(),
  fields: z.array(historyFieldSchema),
  /** True for a deletion whose record can be restored by this change. */
  is_restorable: z.boolean(),
});
export type HistoryChange = z.infer<typeof historyChangeSchema>;

export const historyEntrySchema = z
  .object({
    id: z.int(),
    at: instant,
    actor: z.object({
      kind: z.enum(ACTOR_KINDS),
      id: z.int().nullable(),
      name: z.string().nullable(),
    }),
    action: z.enum(HISTORY_ACTIONS),
    record: z
      .object({ kind: recordKind, id: z.int().nullable(), name: z.string().nullable() })
      .nullable(),
    request_id: z.string().nullable(),
    import_id: z.int().nullable(),
    /** The reason that was given for applying the import. */
    reason: z.string().nullable(),
    /** The proposal that was applied: its author, and the name of the author's token. */
    proposal: z
      .object({
        author_id: z.int().nullable(),
        author: z.string().nullable(),
        author_email: z.string().nullable(),
        token: z.string().nullable(),
      })
      .nullish(),
    /** Number of changed records, at most HISTORY_COUNT_LIMIT + 1. */
    change_count: z.int(),
    /** The first changes of the entry. */
    changes: z.array(historyChangeSchema),
    /** True if the whole entry can be restored: it deleted records, and its own record is still deleted. */
    is_restorable: z.boolean(),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** The record that an entry or a change is about. */
export type HistoryRecord = Pick<HistoryChange, 'kind' | 'id' | 'name'>;

/**
 * Answer of GET /admin/history, newest first. `next` is null on the last page. The history begins at
 * `begins_at`.
 */
export const historyPageSchema = z
  .object({
    begins_at: instant,
    entries: z.array(historyEntrySchema),
    next: z.int().nullable(),
  })
  .meta({ id: 'HistoryPage' });

/* Restoring from the history (docs/behaviour/history.md, "Restore"). */

/** POST /admin/history/restore: the record whose newest deletion is undone. */
export const restoreRecordSchema = z.object({
  id: idNumber(ID_MESSAGE),
  kind: recordKind,
});
export type RestoreRecord = z.infer<typeof restoreRecordSchema>;

export const entryIdSchema = z.object({ entry: entryNumber });
export const changeIdSchema = entryIdSchema.extend({ change: entryNumber });
export type ChangeId = z.infer<typeof changeIdSchema>;

/** Name of one field of the change; without it the whole record. */
export const valueQuerySchema = z.object({ field: z.string().max(100).optional() });

/** Number of records that were restored or changed back. */
export const restoredSchema = z
  .object({ restored: z.int().max(INTEGER_MAX) })
  .meta({ id: 'Restored' });

/** The fields that would be written back: `old` is the current value, `new` the value before the change. */
export const earlierValuesSchema = z
  .object({
    kind: recordKind,
    id: z.int(),
    name: z.string().nullable(),
    fields: z.array(historyFieldSchema),
  })
  .meta({ id: 'EarlierValues' });
