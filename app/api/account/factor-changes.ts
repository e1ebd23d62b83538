import { HTTP_CONFLICT } from '~/contract/http-status';
import type { Administrator } from '../auth/actor';
import {
  countRecoveryCodes,
  deleteFactors,
  hasSecondFactor,
  replaceRecoveryCodes,
} from '../auth/factors.repo';
import { createRecoveryCodes } from '../auth/recovery-codes';
import type { Db } from '../db/connect.server';
import type { Change } from '../db/record-change';
import { ApiError } from '../http/api-error';

/** The common steps of changes of one's own factors. */

export const FACTOR_MESSAGES = {
  wrongCode: 'This code is not valid. The clock of the device may be wrong.',
  startAgain: 'Start setting up the app again, please.',
  last: 'A second factor is required here. Set up another one first.',
  none: 'Set up a second factor first.',
};

export function factorChange(actor: Administrator): Change {
  return { actor, action: 'factors', record: { kind: 'user', id: actor.userId } };
}

/** New codes where there are none that could still be used. */
export async function firstRecoveryCodes(tx: Db, userId: number): Promise<string[] | null> {
  if ((await countRecoveryCodes(tx, userId)) > 0) return null;
  const codes = createRecoveryCodes();
  await replaceRecoveryCodes(tx, userId, codes);
  return codes;
}

/** Without any factor the recovery codes have no use. @throws ApiError 409 where one is required */
export async function afterRemoval(
  tx: Db,
  userId: number,
  isRequired: boolean | undefined,
): Promise<void> {
  if (await hasSecondFactor(tx, userId)) return;
  if (isRequired) throw new ApiError(HTTP_CONFLICT, FACTOR_MESSAGES.last);
  await deleteFactors(tx, userId);
}
