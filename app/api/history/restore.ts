import type { RecordKind } from '~/contract/history';
import type { RestoreRecord } from '~/contract/history-restore';
import { HTTP_CONFLICT } from '~/contract/http-status';
import type { Actor, ChangeTx } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { ApiError, notFound } from '../http/api-error';
import { findObstacles, OBSTACLES } from './obstacles';
import { insertRecords, valuesBefore } from './records.repo';
import {
  activateUsers,
  findLastRemoval,
  findRemoved,
  findSubject,
  isThere,
  queueUnsentMails,
  unmarkUndone,
  type Removed,
  type Source,
} from './restore.repo';
import { takeBack } from './take-back';

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
export async function restore(
  { db, clock, notifyMailWorker }: ApiDeps,
  actor: Actor,
  source: Source,
): Promise<Restored> {
  const subject = await findSubject(db, source);
  if (!subject) throw notFound('Entry');
  const { kind, id, name, importId } = subject;
  const isImport = subject.action === 'undone' && source.change === undefined;
  const record = !isImport && kind !== null && id !== null ? { kind, id, name } : undefined;
  const change = { actor, action: 'restored', ...(record && { record }) } as const;
  const { restored, mails } = await takeBack(db, change, async (tx) => {
    const removed = await findRemoved(tx, source, { gone: true });
    const isGone = record && removed.get(record.kind)?.records.includes(record.id);
    if (removed.size === 0 || (record && !isGone)) await explainNothing(tx, source, record);
    return bringBack(tx, removed, { now: clock(), importId });
  });
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
      const wanted = valuesBefore(ofKind);
      const [obstacle] = await findObstacles(tx, kind, wanted);
      if (obstacle) throw cannotRestore(obstacle.name, OBSTACLES[obstacle.reason].restore);
      await insertRecords(tx, kind, wanted);
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

function cannotRestore(name: string | null, reason: string): ApiError {
  return new ApiError(HTTP_CONFLICT, `${name ?? 'This'} cannot be restored: ${reason}.`);
}
