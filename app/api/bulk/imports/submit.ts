import { createHash } from 'node:crypto';
import type { BulkType } from '~/contract/bulk';
import { ApiError } from '../../http/api-error';
import { createRows, type BulkResult, type CreateDeps } from '../create';
import { findReceiptByKey } from './receipts.repo';
import { ImportCancelledError, type RunningImports } from './running-imports';

/** A bulk-create call. */
export interface Submit {
  type: BulkType;
  rows: Uint8Array;
  fileName: string | null;
  /** The Idempotency-Key header. */
  key: string | null;
  userId: number;
  now: Date;
}

interface SubmitDeps extends CreateDeps {
  running: RunningImports;
  inTurn: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
}

const OTHER_ROWS = 'This Idempotency-Key was used for other rows';

/**
 * Creates rows once. A submit with a key outlives its connection, so that a lost answer can be asked for again: the
 * same key with the same rows gets the first result. Without a key the import ends with its connection.
 * @throws ApiError 409 when it was cancelled, 422 for a key that stands for other rows; SheetError
 */
export async function submitRows(
  deps: SubmitDeps,
  submit: Submit,
  connection: AbortSignal,
): Promise<BulkResult> {
  const hash = createHash('sha256')
    .update(`${submit.type}\n`)
    .update(submit.rows)
    .digest('base64url');
  if (submit.key === null) {
    return deps.inTurn(connection, () => createRows(deps, { ...submit, hash }, connection));
  }
  const { userId, key } = submit;
  const earlier = await findReceiptByKey(deps.db, { userId, key, hash });
  if (earlier) return repeated(earlier, hash);
  const running = deps.running.start(userId, key, hash);
  if (!running) return joined(deps.running, submit.userId, key, hash);
  const { signal } = running;
  try {
    const result = await deps.inTurn(signal, () =>
      createRows({ ...deps, onRows: running.countRows }, { ...submit, hash }, signal),
    );
    running.end({ state: 'finished', result });
    return result;
  } catch (error) {
    const cancelled = signal.aborted;
    const known =
      error instanceof ApiError || (error instanceof Error && error.name === 'SheetError');
    const detail = cancelled
      ? new ImportCancelledError().message
      : known
        ? error.message
        : 'The import failed. Nothing was created';
    running.end({ state: 'failed', detail });
    if (cancelled) throw new ApiError(409, detail);
    throw error;
  }
}

/** Waits for the same submit that is under way already. */
async function joined(
  imports: RunningImports,
  userId: number,
  key: string,
  hash: string,
): Promise<BulkResult> {
  const other = imports.join(userId, key);
  if (!other) throw new ApiError(409, 'This import has just ended. Send it again');
  if (other.hash !== hash) throw new ApiError(422, OTHER_ROWS);
  const outcome = await other.ended;
  if (outcome.state === 'finished') return outcome.result;
  throw new ApiError(409, outcome.detail);
}

function repeated(receipt: { hash: string; created: number }, hash: string): BulkResult {
  if (receipt.hash !== hash) throw new ApiError(422, OTHER_ROWS);
  return { created: receipt.created, errors: [] };
}
