import { endLetters } from '~/invitations/server/links.repo';
import { sentence, type AnySentence, type PlainCode } from '~/language/sentence';
import type { Db } from '~/platform/database/connect.server';
import { isConstraintViolation } from '~/platform/database/errors';
import { lockHistory } from './ageing.repo';
import {
  recordChange,
  type Change,
  type ChangeTx,
  type Actor,
} from '~/platform/database/record-change';
import { conflict, notFound, type ApiError } from '~/rpc/embedded/api-error';
import type { RecordKind } from '~/history/schema';
import type { RestoreRecord } from '~/history/answers';
import { IMPORT_LIMIT_MS, withTimeLimit } from '~/platform/database/time-limits.server';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { findObstacles, OBSTACLES } from './obstacles';
import { insertRecords, lockRecords, updateRecords, valuesBefore } from './records.repo';
import {
  activateUsers,
  findChanged,
  findChangedSince,
  findErased,
  findLastRemoval,
  findRemoved,
  findSubject,
  recordExists,
  queueUnsentMails,
  restoreUnrecorded,
  unmarkUndone,
  type Source,
} from './restore.repo';

/**
 * Reverts a change completely or not at all, as a new entry: a restore, earlier values or the undo of an
 * import. Reverts run one after another, and `work` looks for obstacles before it writes.
 * @throws ApiError 409 with the text `otherwise` if concurrent changes interfered twice
 */
export async function revert<T>(
  db: Db,
  change: Change,
  work: (tx: ChangeTx) => Promise<T>,
  otherwise: AnySentence = 'changed_at_once',
): Promise<T> {
  const locked = async (tx: ChangeTx) => {
    await lockHistory(tx);
    return work(tx);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await recordChange(db, change, locked, { isLong: true });
    } catch (error) {
      if (!isConstraintViolation(error)) throw error;
      // A concurrent change created an obstacle after the check. The second attempt finds it.
      if (attempt === 2) throw conflict(otherwise);
    }
  }
}

/**
 * Restore order: a record comes after the records it refers to. People are activated, all others inserted.
 */
const ORDER: readonly RecordKind[] = ['user', 'condo', 'apartment', 'association', 'invitation'];

/** Undoes the newest deletion of a record, or deactivation of a person. @throws ApiError 404, 409 */
export async function restoreRecord(deps: ApiDeps, actor: Actor, record: RestoreRecord) {
  const source = await findLastRemoval(deps.db, record);
  if (!source) throw notFound('A deletion of this record');
  return restore(deps, actor, source);
}

/**
 * Restores all records that an entry removed, or one of them; if one fails, none is restored.
 * @throws ApiError 404, 409
 */
export async function restore(deps: ApiDeps, actor: Actor, source: Source) {
  const { db, clock, notifyMailWorker } = deps;
  const subject = await findSubject(db, source);
  if (!subject) throw notFound('Entry');
  const isMerge = subject.action === 'merged';
  // A merge can only be undone as a whole: single parts would leave two incomplete people.
  if (isMerge && source.change !== undefined) return restore(deps, actor, { entry: source.entry });
  const { kind, id, name, importId } = subject;
  const isImport = subject.action === 'undone' && source.change === undefined;
  const record = !isImport && kind !== null && id !== null ? { kind, id, name } : undefined;
  const change = { actor, action: 'restored', ...(record && { record }) } as const;
  const work = async (tx: ChangeTx) => {
    const removed = await findRemoved(tx, source);
    if (removed.length === 0) {
      const erased = await findErased(tx, source);
      throw erased ? cannotRestore(erased.name, 'user_erased') : conflict('nothing_to_restore');
    }
    const own = removed.find((one) => record && one.kind === record.kind && one.id === record.id);
    if (record && own?.isRemoved === false) await explainOwn(tx, record);
    const restorable = removed.filter(({ isRemoved }) => isRemoved);
    const isOver = isMerge && !restorable.some((one) => one.kind === 'user');
    if (restorable.length === 0 || isOver) throw conflict('all_restored');
    if (isMerge) await unmerge(tx, source.entry, clock());
    const sent = await bringBack(tx, source.entry, restorable, {
      now: clock(),
      day: todayOf(deps),
      isMerge,
    });
    if (importId !== null) await unmarkUndone(tx, importId, restorable.length);
    return { restored: restorable.length, mails: sent };
  };
  // Restoring the rows of an undone import takes as long as the import did.
  const { restored, mails } = await withTimeLimit(IMPORT_LIMIT_MS, () => revert(db, change, work));
  if (mails > 0) notifyMailWorker();
  return { restored };
}

/**
 * Restores the values that a merge changed. The records that it removed are restored afterwards.
 * @throws ApiError 409 for a record that has other values by now
 */
async function unmerge(tx: ChangeTx, entry: number, now: Date): Promise<void> {
  for (const kind of ['user', 'association', 'invitation'] as const) {
    const changed = await findChanged(tx, kind, entry);
    await lockRecords(
      tx,
      kind,
      changed.map(({ id }) => id),
    );
    const other = await findChangedSince(tx, kind, entry);
    if (other) throw cannotRestore(other.name, 'merge_changed');
    const changes = changed.map(({ change }) => change);
    await updateRecords(tx, kind, valuesBefore({ entry, changes }), now, 'all');
  }
  await restoreUnrecorded(tx, entry, now);
}

/** Restores the records of an entry. @returns the number of mails that are queued again */
async function bringBack(
  tx: ChangeTx,
  entry: number,
  restorable: Awaited<ReturnType<typeof findRemoved>>,
  { now, day, isMerge }: { now: Date; day: string; isMerge: boolean },
): Promise<number> {
  for (const kind of ORDER) {
    const ofKind = restorable.filter((one) => one.kind === kind);
    if (ofKind.length === 0) continue;
    const ids = ofKind.map(({ id }) => id);
    const deleted = ofKind.filter(({ isDeleted }) => isDeleted);
    // The remaining ones are people who were deactivated.
    if (deleted.length < ofKind.length) await activateUsers(tx, ids, now);
    if (deleted.length > 0) {
      const target = valuesBefore({ entry, changes: deleted.map((one) => one.change) });
      const obstacles = await findObstacles(tx, kind, target, day);
      // A merge withdraws invitations to homes where the person lives. Undo restores them all the same.
      const isAsBefore = isMerge && kind === 'invitation';
      const obstacle = obstacles.find(({ reason }) => !isAsBefore || reason !== 'associated');
      if (obstacle) throw cannotRestore(obstacle.name, OBSTACLES[obstacle.reason].restore);
      await insertRecords(tx, kind, target);
    }
    if (kind !== 'invitation') continue;
    await endLetters(tx, ids, now);
    return queueUnsentMails(tx, ids, now);
  }
  return 0;
}

/**
 * Throws why the record cannot be restored: it still exists, or a newer entry has deleted it.
 * @throws ApiError 409
 */
async function explainOwn(
  tx: ChangeTx,
  { kind, id, name }: RestoreRecord & { name: string | null },
): Promise<never> {
  if (await recordExists(tx, kind, id)) {
    throw conflict(
      name === null ? 'record_restored_already' : sentence('restored_already', { name }),
    );
  }
  throw cannotRestore(name, 'deleted_again');
}

function cannotRestore(name: string | null, reason: PlainCode): ApiError {
  return conflict(
    name === null
      ? sentence('record_not_restorable', { reason })
      : sentence('not_restorable', { name, reason }),
  );
}
