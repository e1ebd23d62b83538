import { sql } from 'drizzle-orm';
import type { BulkUndo } from '~/contract/bulk-imports';
import { readBulkType } from '~/contract/bulk-columns';
import { appliedChangesSchema } from '~/contract/bulk-review';
import { HTTP_CONFLICT } from '~/contract/http-status';
import { readReviewType } from '~/contract/row-review';
import { z } from '~/contract/zod';
import type { Db } from '../../db/connect.server';
import { recordChange, type ChangeTx } from '../../db/record-change';
import { intArray } from '../../db/int-array';
import { ApiError, notFound } from '../../http/api-error';
import type { SignedIn } from '../../http/router';
import type { Administrator } from '../../auth/actor';
import { assertRecentSignIn } from '../../auth/reauthentication';
import { IMPORT_STATEMENT_LIMIT_MS } from '../../db/import-limits';
import { undoChanges } from '../review/undo-changes';
import { lockImportRecord, markUndone } from './import-records.repo';
import { UNDO_STATEMENTS } from './undo-statements';

/** The undo of a longer import asks for the password again. */
const ROWS_WITHOUT_PASSWORD = 100;
/** At most this many kept records are named. */
const KEPT_LIMIT = 1_000;

export interface UndoOptions {
  actor: Administrator;
  session: SignedIn;
  now: Date;
  /** Also removes what was changed since, with everything that was added to it; possible after an undo that kept it. */
  includeChanged: boolean;
}

/**
 * Removes what an import created. Records that were changed since, or that other records now refer to, are kept and
 * named; removing them too is a separate choice. Records that people depend on are always kept.
 * @throws ApiError 404, 409 when it was undone before, 403 for a long one after an old sign-in
 */
export function undoImport(
  db: Db,
  id: number,
  { includeChanged, actor, session, now }: UndoOptions,
): Promise<BulkUndo> {
  const work = async (tx: ChangeTx) => {
    const record = await lockImportRecord(tx, id);
    const type = record && readBulkType(record.type);
    if (!record || !type) throw notFound('Import');
    if (record.undoneAt && !includeChanged) {
      throw new ApiError(HTTP_CONFLICT, 'This import has already been undone');
    }
    const changes = appliedChangesSchema.parse(record.changes ?? []);
    if (record.ids.length + changes.length > ROWS_WITHOUT_PASSWORD)
      assertRecentSignIn(session, now);
    const { lock, state, remove } = UNDO_STATEMENTS[type];
    const ids = intArray(record.ids);
    // Locked first: what is added to a record from here on waits, what came before is seen by the next statement.
    await tx.execute(lock(ids));
    const isRemoved = includeChanged ? sql`removable` : sql`reason is null`;
    const removedIds = sql`array(select id from (${state(ids)}) s where ${isRemoved})`;
    const { rowCount } = await tx.execute(remove(removedIds));
    const removed = rowCount ?? 0;
    const kept = await tx.execute(sql`
      select id, name, reason, removable from (${state(ids)}) s order by id limit ${KEPT_LIMIT}`);
    // A second undo is for what was created: old values are written back once.
    const reviewed = readReviewType(type);
    const { restored, kept: keptChanges } =
      reviewed && !record.undoneAt
        ? await undoChanges(tx, reviewed, changes, now)
        : { restored: 0, kept: [] };
    await markUndone(tx, id, { userId: actor.userId, now, removed });
    const named = [...keptRows.parse(kept.rows), ...keptChanges].slice(0, KEPT_LIMIT);
    return {
      removed,
      ...(record.changes !== null && { restored }),
      kept: named,
    };
  };
  return recordChange(db, { actor, action: 'undone' }, work, {
    statementLimitMs: IMPORT_STATEMENT_LIMIT_MS,
  });
}

const keptRows = z.array(
  z.object({ id: z.int(), name: z.string(), reason: z.string(), removable: z.boolean() }),
);
