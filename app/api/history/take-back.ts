import type { SentenceText } from '~/contract/sentence';
import type { Db } from '../db/connect.server';
import { isConstraintViolation } from '../db/errors';
import { lockHistory } from '../db/history-lock';
import { recordChange, type Change, type ChangeTx } from '../db/record-change';
import { conflict } from '../http/api-error';

/**
 * Takes something back, all of it or nothing, as an entry of its own: a restore, earlier values or an import's undo. They
 * take turns, and `work` looks for what stands in the way before it writes.
 * @throws ApiError 409 where someone else was quicker twice; `otherwise` says so
 */
export async function takeBack<T>(
  db: Db,
  change: Change,
  work: (tx: ChangeTx) => Promise<T>,
  otherwise: SentenceText = 'Someone else changed the same at this moment. Try again.',
): Promise<T> {
  const inTurn = async (tx: ChangeTx) => {
    await lockHistory(tx);
    return work(tx);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await recordChange(db, change, inTurn, { isLong: true });
    } catch (error) {
      if (!isConstraintViolation(error)) throw error;
      // Someone else was quicker, after what stands in the way had been looked for: the next time it is found.
      if (attempt === 2) throw conflict(otherwise);
    }
  }
}
