import type { RecordKind } from '~/contract/history';
import type { RestoreRecord } from '~/contract/history-restore';
import { HTTP_CONFLICT } from '~/contract/http-status';
import { isConstraintViolation } from '../db/errors';
import { IMPORT_STATEMENT_LIMIT_MS } from '../db/import-limits';
import { lockHistory } from '../db/history-lock';
import { recordChange, type Actor, type ChangeTx } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { ApiError, notFound } from '../http/api-error';
import { assertNoObstacle, cannotRestore } from './obstacles';
import {
  activateUsers,
  findLastRemoval,
  findRemoved,
  findSubject,
  insertRemoved,
  isThere,
  queueUnsentMails,
  unmarkUndone,
  type Removed,
  type Source,
} from './restore.repo';

/** In an order in which references precede their users. People are activated, the others inserted. */
const ORDER = [
  'user',
  'condo',
  'apartment',
  'association',
  'invitation',
] as const satisfies readonly RecordKind[];

export interface Restored {
  restored: number;
}

/** Undoes the newest deletion of a record, or deactivation of a person. @throws ApiError 404, 409 */
export async function restoreRecord(
  deps: ApiDeps,
  actor: Actor,
  record: RestoreRecord,
): Promise<Restored> {
  const source = await findLastRemoval(deps.db, record);
  if (!source) throw notFound('A deletion of this record');
  return restore(deps, actor, source);
}

/**
 * Brings back what an entry took away, or one record of it, all or nothing: with ids, links and images, as an entry of
 * its own. @throws ApiError 404, or 409 with what stands in the way
 */
export async function restore(deps: ApiDeps, actor: Actor, source: Source): Promise<Restored> {
  try {
    return await restoreOnce(deps, actor, source);
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
  }
  // Someone else was quicker, after what stands in the way had been looked for: now it is found.
  try {
    return await restoreOnce(deps, actor, source);
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    throw new ApiError(HTTP_CONFLICT, 'Someone else changed the same at this moment. Try again.');
  }
}

async function restoreOnce(deps: ApiDeps, actor: Actor, source: Source): Promise<Restored> {
  const { db, clock, notifyMailWorker } = deps;
  const subject = await findSubject(db, source);
  if (!subject) throw notFound('Entry');
  const { kind, id, name } = subject;
  const isImport = subject.action === 'undone' && source.change === undefined;
  const record = !isImport && kind !== null && id !== null ? { kind, id, name } : undefined;
  const change = { actor, action: 'restored', ...(record && { record }) } as const;
  const work = async (tx: ChangeTx) => {
    await lockHistory(tx);
    const removed = await findRemoved(tx, source, { gone: true });
    const isGone = record && removed.get(record.kind)?.records.includes(record.id);
    if (removed.size === 0 || (record && !isGone)) await explainNothing(tx, source, record);
    return bringBack(tx, removed, { now: clock(), importId: subject.importId });
  };
  const options = { statementLimitMs: IMPORT_STATEMENT_LIMIT_MS };
  const { restored, mails } = await recordChange(db, change, work, options);
  if (mails > 0) notifyMailWorker();
  return { restored };
}

async function bringBack(
  tx: ChangeTx,
  removed: ReadonlyMap<RecordKind, Removed>,
  { now, importId }: { now: Date; importId: number | null },
) {
  let restored = 0;
  let mails = 0;
  for (const kind of ORDER) {
    const ofKind = removed.get(kind);
    if (!ofKind) continue;
    restored += ofKind.records.length;
    if (kind === 'user') await activateUsers(tx, ofKind, now);
    else {
      await assertNoObstacle(tx, kind, ofKind);
      await insertRemoved(tx, kind, ofKind);
    }
    if (kind === 'invitation') mails = await queueUnsentMails(tx, ofKind, now);
  }
  if (importId !== null) await unmarkUndone(tx, importId, restored);
  return { restored, mails };
}

/**
 * Returns where the entry's own record was never taken away by it, and something else was.
 * @throws ApiError 409
 */
async function explainNothing(
  tx: ChangeTx,
  source: Source,
  record: (RestoreRecord & { name: string | null }) | undefined,
): Promise<void> {
  const all = await findRemoved(tx, source, { gone: false });
  if (all.size === 0)
    throw new ApiError(HTTP_CONFLICT, 'There is nothing to restore in this entry.');
  if (!record || !all.get(record.kind)?.records.includes(record.id)) {
    const left = await findRemoved(tx, source, { gone: true });
    if (left.size > 0) return;
    throw new ApiError(HTTP_CONFLICT, 'Everything in this entry has been restored already.');
  }
  const { kind, id, name } = record;
  if (await isThere(tx, kind, id)) {
    throw new ApiError(HTTP_CONFLICT, `${name ?? 'This record'} has been restored already.`);
  }
  throw cannotRestore(name, 'it was deleted again later, and the newer entry restores it');
}
