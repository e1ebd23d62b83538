import { createHash } from 'node:crypto';
import { setImmediate as yieldToOtherCalls } from 'node:timers/promises';
import type { Semaphore } from '~/platform/semaphore';
import type { Db } from '~/platform/database/connect.server';
import { ApiError, conflict, errorBody } from '~/rpc/embedded/api-error';
import { SheetError } from '~/imports/formats/sheet-row';
import { createRows, repeated, type BulkResult, type Submit } from './create';
import { findImportByKey } from './import-records.repo';
import { endRun, reportRun, startRun, type ImportOutcome } from './runs.repo';

/** Interval at which a run reports its progress and checks if it was cancelled. */
const REPORT_INTERVAL_MS = 500;

/**
 * Creates rows once. A submit with a key continues if its connection is lost, and may be repeated: the same
 * key with the same rows gets the first result. Imports of a type wait for each other (create.ts), so this
 * holds even while the first is running. Without a key the import ends with its connection.
 * @throws ApiError 409 if it was cancelled, 422 for a key that was used for other rows; SheetError
 */
export async function submitRows(
  db: Db,
  fileReaders: Semaphore,
  { idempotencyKey, ...submit }: Submit,
  connection: AbortSignal,
): Promise<BulkResult> {
  const rows = { ...submit, hash: await hashOf(submit) };
  if (idempotencyKey === null) {
    return fileReaders.withPermit(connection, () => createRows(db, rows, { signal: connection }));
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
    // If a report fails, the next one replaces it.
    const cancelled = await reportRun(db, run, done).catch(() => false);
    if (cancelled) controller.abort(conflict('import_cancelled'));
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
      createRows(db, { ...rows, run }, { signal, onRows }),
    );
    await end({ state: 'finished', result });
    return result;
  } catch (error) {
    const body =
      error instanceof ApiError
        ? error.body
        : errorBody(error instanceof SheetError ? error.sentence : 'import_failed');
    await end({ state: 'failed', ...body }).catch(() => undefined);
    throw error;
  }
}

const CHANGES_AT_ONCE = 1_000;

/** Hashes a submit. Yields to other calls between pieces, since rows and changes can be 100 MB. */
async function hashOf({ type, rows, changes }: Omit<Submit, 'idempotencyKey'>): Promise<string> {
  const hash = createHash('sha256').update(`${type}\n`);
  for (const piece of rows) {
    hash.update(piece);
    await yieldToOtherCalls();
  }
  const list = changes?.list ?? [];
  for (let from = 0; from < list.length; from += CHANGES_AT_ONCE) {
    hash.update(JSON.stringify(list.slice(from, from + CHANGES_AT_ONCE)));
    await yieldToOtherCalls();
  }
  return hash.digest('base64url');
}
