import type { SentenceText } from '~/contract/sentence';
import type { Db } from '../db/connect.server';
import { isConstraintViolation } from '../db/errors';
import { lockHistory } from '../db/history-lock';
import { IMPORT_STATEMENT_LIMIT_MS } from '../db/import-limits';
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
  const once = () =>
    recordChange(
      db,
      change,
      async (tx) => {
        await lockHistory(tx);
        return work(tx);
      },
      { statementLimitMs: IMPORT_STATEMENT_LIMIT_MS },
    );
  try {
    return await once();
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
  }
  // Someone else was quicker, after what stands in the way had been looked for: now it is found.
  try {
    return await once();
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    throw conflict(otherwise);
  }
}
