import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BulkType } from '~/contract/bulk';
import type { RowChange } from '~/contract/bulk-review';
import { HTTP_CONFLICT } from '~/contract/http-status';
import { sentenceOf } from '~/contract/sentence';
import type { ReviewType } from '~/contract/row-review';
import type { Semaphore } from '~/lib/semaphore';
import type { Administrator } from '../../auth/actor';
import { ApiError } from '../../http/api-error';
import { SheetError } from '~/sheets/formats/sheet-error';
import {
  CANCELLED,
  createRows,
  ImportCancelledError,
  repeated,
  type BulkResult,
  type CreateDeps,
} from '../create';
import { findImportByKey } from './import-records.repo';
import { endRun, reportRun, startRun, type ImportOutcome } from './runs.repo';

/** A bulk-create or bulk-apply call. */
export interface Submit {
  type: BulkType;
  rows: readonly Uint8Array[];
  /** Changes of bulk-apply. */
  changes?: { type: ReviewType; list: readonly RowChange[] };
  fileName: string | null;
  /** The Idempotency-Key header. */
  idempotencyKey: string | null;
  actor: Administrator;
  now: Date;
}

interface SubmitDeps extends CreateDeps {
  fileReaders: Semaphore;
}

/** How often a run reports its progress and learns whether it was cancelled. */
const REPORT_INTERVAL_MS = 500;

/**
 * Creates rows once. A submit with a key continues when its connection is lost, so that it can be repeated: the same key
 * with the same rows gets the first result, also while the first one runs: imports of a type wait for each other (create.ts).
 * Without a key the import ends with its connection.
 * @throws ApiError 409 when it was cancelled, 422 for a key that was used for other rows; SheetError
 */
export async function submitRows(
  deps: SubmitDeps,
  { idempotencyKey, ...submit }: Submit,
  connection: AbortSignal,
): Promise<BulkResult> {
  const { db, fileReaders } = deps;
  const rows = { ...submit, hash: await hashOf(submit) };
  if (idempotencyKey === null) {
    return fileReaders.withPermit(connection, () => createRows(deps, rows, connection));
  }
  const run = { userId: submit.actor.userId, idempotencyKey };
  const earlier = await findImportByKey(db, run);
  if (earlier) return repeated(earlier, rows.hash);
  await startRun(db, run, rows.hash);
  const controller = new AbortController();
  const { signal } = controller;
  let done = 0;
  let reporting = Promise.resolve();
  const report = async () => {
    // If a report fails, the next one makes up for it.
    const cancelled = await reportRun(db, run, done).catch(() => false);
    if (cancelled) controller.abort(new ImportCancelledError());
  };
  const timer = setInterval(() => void (reporting = reporting.then(report)), REPORT_INTERVAL_MS);
  const onRows = (count: number) => {
    if (done === 0) reporting = reporting.then(report);
    done += count;
  };
  const end = async (outcome: ImportOutcome) => {
    clearInterval(timer);
    await reporting;
    await endRun(db, run, outcome);
  };
  try {
    const result = await fileReaders.withPermit(signal, () =>
      createRows({ ...deps, onRows }, { ...rows, run }, signal),
    );
    await end({ state: 'finished', result });
    return result;
  } catch (caught) {
    const error =
      caught instanceof ImportCancelledError ? new ApiError(HTTP_CONFLICT, CANCELLED) : caught;
    const isKnown = error instanceof ApiError || error instanceof SheetError;
    const detail = isKnown ? error.message : 'The import failed. Nothing was created';
    await end({ state: 'failed', detail, ...sentenceOf(detail) }).catch(() => undefined);
    throw error;
  }
}

const CHANGES_AT_ONCE = 1_000;

/** In turns with other calls: rows and changes can be 100 MB. */
async function hashOf({
  type,
  rows,
  changes,
}: Pick<Submit, 'type' | 'rows' | 'changes'>): Promise<string> {
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
