import type { BulkUndo } from '~/contract/bulk-imports';
import { readBulkType } from '~/contract/bulk-columns';
import type { Administrator } from '../../auth/actor';
import { assertRecentSignIn } from '../../auth/reauthentication';
import type { Db } from '../../db/connect.server';
import { findImportEntry, reverseImport } from '../../history/reverse-import';
import { takeBack } from '../../history/take-back';
import { conflict, notFound } from '../../http/api-error';
import type { SignedIn } from '../../http/router';
import { lockImportRecord, markUndone, RECORD_KINDS_OF_IMPORTS } from './import-records.repo';

/** The undo of a longer import asks for the password again. */
const ROWS_WITHOUT_PASSWORD = 100;

export interface UndoOptions {
  actor: Administrator;
  session: SignedIn;
  now: Date;
  /** Also removes what was changed since, with everything that was added to it; possible after an undo that kept it. */
  includeChanged: boolean;
}

/**
 * Takes an import back as far as nothing stands in the way; what is kept is named. Removing records that were changed
 * since is a separate choice.
 * @throws ApiError 404, 409 when it was undone before or the history no longer has it, 403 for a long one after an old
 * sign-in
 */
export function undoImport(
  db: Db,
  id: number,
  { includeChanged, actor, session, now }: UndoOptions,
): Promise<BulkUndo> {
  return takeBack(db, { actor, action: 'undone' }, async (tx) => {
    const record = await lockImportRecord(tx, id);
    const type = record && readBulkType(record.type);
    if (!record || !type) throw notFound('Import');
    const { created, changed, undoneAt } = record;
    if (undoneAt && !includeChanged) {
      throw conflict('This import has already been undone');
    }
    if (created + (changed ?? 0) > ROWS_WITHOUT_PASSWORD) assertRecentSignIn(session, now);
    const entry = await findImportEntry(tx, id, RECORD_KINDS_OF_IMPORTS[type]);
    if (!entry) throw conflict(NOT_IN_HISTORY);
    // A second undo is for what was created: old values are written back once.
    const imported = undoneAt ? { ...entry, changed: [] } : entry;
    const { removed, restored, kept } = await reverseImport(tx, imported, { includeChanged, now });
    await markUndone(tx, id, { userId: actor.userId, now, removed });
    return { removed, ...(changed !== null && { restored }), kept };
  });
}

const NOT_IN_HISTORY = 'This import can no longer be undone: the history does not go back that far';
