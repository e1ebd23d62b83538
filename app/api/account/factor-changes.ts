import { FACTOR_LABELS, type FactorKind } from '~/contract/factor-kinds';
import type { Administrator } from '../auth/actor';
import {
  countRecoveryCodes,
  deleteFactors,
  hasSecondFactor,
  recordFactor,
  replaceRecoveryCodes,
} from '../auth/factors.repo';
import { lockAccount } from '../auth/lock-account.repo';
import { createRecoveryCodes } from '../auth/recovery-codes';
import type { Db } from '../db/connect.server';
import { recordChange, type ChangeTx } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { conflict, notFound } from '../http/api-error';

/** The common steps of changes of one's own factors. */

export const FACTOR_MESSAGES = {
  wrongCode: 'This code is not valid. The clock of the device may be wrong.',
  startAgain: 'Start setting up the app again, please.',
  last: 'A second factor is required here. Set up another one first.',
  none: 'Set up a second factor first.',
} as const;

/** Changes the factors of an account, which nobody else changes until the end. */
export function changeFactors<T>(
  { db }: ApiDeps,
  actor: Administrator,
  work: (tx: ChangeTx, userId: number) => Promise<T>,
): Promise<T> {
  const { userId } = actor;
  const change = { actor, action: 'factors', record: { kind: 'user', id: userId } } as const;
  return recordChange(db, change, async (tx) => {
    await lockAccount(tx, userId);
    return work(tx, userId);
  });
}

/** New codes where there are none that could still be used. */
export async function firstRecoveryCodes(tx: Db, userId: number): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, userId)) > 0 ? null : renewRecoveryCodes(tx, userId);
}

/** New codes in place of all earlier ones. */
export async function renewRecoveryCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = createRecoveryCodes();
  await replaceRecoveryCodes(tx, userId, codes);
  return codes;
}

/**
 * Removes a factor. Without any other the recovery codes have no use.
 * @param remove resolves to false when there is none
 * @throws ApiError 404, 409 for the last factor where one is required
 */
export async function removeFactor(
  deps: ApiDeps,
  actor: Administrator,
  factor: FactorKind,
  remove: (tx: ChangeTx, userId: number) => Promise<boolean>,
): Promise<void> {
  await changeFactors(deps, actor, async (tx, userId) => {
    if (!(await remove(tx, userId))) throw notFound(FACTOR_LABELS[factor]);
    await recordFactor(tx, userId, factor, 'Removed');
    if (await hasSecondFactor(tx, userId)) return;
    if (deps.settings.requireSecondFactor) throw conflict(FACTOR_MESSAGES.last);
    await deleteFactors(tx, userId);
  });
}
