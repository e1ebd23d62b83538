import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BulkType } from '~/contract/bulk';
import type { RowChange } from '~/contract/bulk-review';
import { HTTP_CONFLICT, HTTP_UNPROCESSABLE_CONTENT } from '~/contract/http-status';
import type { ReviewType } from '~/contract/row-review';
import type { Semaphore } from '~/lib/semaphore';
import { ApiError } from '../../http/api-error';
import { createRows, type BulkResult, type CreateDeps } from '../create';
import { findImportByKey, resultOf, type EarlierImport } from './import-records.repo';
import { ImportCancelledError, type RunningImports } from './running-imports';
import type { ImportOutcome } from './runs.repo';

/** A bulk-create or bulk-apply call. */
export interface Submit {
  type: BulkType;
  rows: readonly Uint8Array[];
  /** Of bulk-apply. */
  changes?: { type: ReviewType; list: readonly RowChange[] };
  fileName: string | null;
  /** The Idempotency-Key header. */
  idempotencyKey: string | null;
  userId: number;
  now: Date;
}

interface SubmitDeps extends CreateDeps {
  running: RunningImports;
  fileReaders: Semaphore;
}

const OTHER_ROWS = 'This Idempotency-Key was used for other rows';

/**
 * Creates rows once. A submit with a key continues when its connection is lost, so that it can be repeated: the same key
 * with the same rows gets the first result. Without a key the import ends with its connection.
 * @throws ApiError 409 when it was cancelled, 422 for a key that was used for other rows; SheetError
 */
export async function submitRows(
  deps: SubmitDeps,
  submit: Submit,
  connection: AbortSignal,
): Promise<BulkResult> {
  const hash = await hashOf(submit);
  if (submit.idempotencyKey === null) {
    return deps.fileReaders.withPermit(connection, () =>
      createRows(deps, { ...submit, hash }, connection),
    );
  }
  const { userId, idempotencyKey } = submit;
  const name = { userId, idempotencyKey };
  let running = null;
  while (!running) {
    const earlier = await findImportByKey(deps.db, { userId, idempotencyKey, hash });
    if (earlier) return repeated(earlier, hash);
    running = await deps.running.start(deps.db, name, hash);
    const other = running ? null : await deps.running.join(deps.db, name);
    if (other) return joined(other, hash);
    // Its process has died: this one takes over.
  }
  const { signal } = running;
  try {
    const result = await deps.fileReaders.withPermit(signal, () =>
      createRows({ ...deps, onRows: running.countRows }, { ...submit, hash }, signal),
    );
    await running.end({ state: 'finished', result });
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
    await running.end({ state: 'failed', detail }).catch(() => undefined);
    if (cancelled) throw new ApiError(HTTP_CONFLICT, detail);
    throw error;
  }
}

const CHANGES_AT_ONCE = 1_000;

/** In turns with other calls: rows and changes can be 100 MB. */
async function hashOf({ type, rows, changes }: Submit): Promise<string> {
  const hash = createHash('sha256').update(`${type}\n`);
  for (const piece of rows) {
    hash.update(piece);
    await nextTurn();
  }
  const list = changes?.list ?? [];
  for (let from = 0; from < list.length; from += CHANGES_AT_ONCE) {
    hash.update(JSON.stringify(list.slice(from, from + CHANGES_AT_ONCE)));
    await nextTurn();
  }
  return hash.digest('base64url');
}

/** The result of the same submit, which was already running. */
function joined({ hash, outcome }: { hash: string; outcome: ImportOutcome }, own: string) {
  if (hash !== own) throw new ApiError(HTTP_UNPROCESSABLE_CONTENT, OTHER_ROWS);
  if (outcome.state === 'finished') return outcome.result;
  throw new ApiError(HTTP_CONFLICT, outcome.detail);
}

function repeated(record: EarlierImport, hash: string): BulkResult {
  if (record.hash !== hash) throw new ApiError(HTTP_UNPROCESSABLE_CONTENT, OTHER_ROWS);
  return resultOf(record);
}
