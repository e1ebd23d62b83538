import type { SentenceText } from '~/language/sentence';
import type { Db } from '~/platform/database/connect.server';
import { isConstraintViolation } from '~/platform/database/errors';
import { lockHistory } from '~/platform/database/history-lock';
import { recordChange, type Change, type ChangeTx } from '~/platform/database/record-change';
import { conflict } from '~/rpc/embedded/api-error';

/**
 * Reverts a change, all or nothing, as a new entry: a restore, earlier values or an import's undo. Reverts
 * run one after another, and `work` looks for obstacles before it writes.
 * @throws ApiError 409 with the text `otherwise` if concurrent changes interfered twice
 */
export async function revert<T>(
  db: Db,
  change: Change,
  work: (tx: ChangeTx) => Promise<T>,
  otherwise: SentenceText = 'Someone else changed the same at this moment. Try again.',
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
