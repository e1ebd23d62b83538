import type { RowError } from './bulk-reading';
import { type ReviewedRow, ROW_NUMBER } from './schema';
import {
  HTTP_BAD_GATEWAY,
  HTTP_CONFLICT,
  HTTP_GATEWAY_TIMEOUT,
  HTTP_INTERNAL_SERVER_ERROR,
  HTTP_NOT_FOUND,
  HTTP_PRECONDITION_FAILED,
  HTTP_UNAUTHORIZED,
} from '~/rpc/errors/http-status';
import { readText, type Fields } from '~/fields/reading';
import { undone, valuesOf, type ReviewType } from './row-error';
import { AppError, detailOrMessage } from '~/rpc/errors/app-error';
import { CALLS_AT_ONCE, runEach } from '~/fields/run-each';
import { endExpiredSession } from '~/rpc/session-store';
import { applyRowsFn } from './bulk.functions';
import { ROWS_PER_CALL, type RowRequest } from './row-change';
import { t } from '~/language/texts';

/** Applied changes for an undo. A created record has no id if the API did not send it. */
export interface AppliedRows {
  type: ReviewType;
  changed: readonly ReviewedRow[];
  created: ReadonlyArray<{ id: number | null; name: string; values: Fields }>;
}

/** No other row is applied once the signal is aborted; `onProgress` hears how many are done. */
export interface RowsWatch {
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/** Applies rows by PUT and POST, a few at once. It never rejects: the result names each failed row. */
export async function applyRows(
  type: ReviewType,
  rows: { changed: readonly ReviewedRow[]; created: readonly Fields[] },
  watch: RowsWatch,
) {
  const run = rowRunner(type, watch);
  const changed = await run(rows.changed, toPut);
  const created = await run(rows.created, (values) => ({ method: 'POST', values }));
  const undo: AppliedRows = {
    type,
    changed: changed.done.map(({ item }) => item),
    created: created.done.map(({ item, id }) => ({ id, name: nameOf(item), values: item })),
  };
  const errors = [
    ...changed.failed.map(({ item, error }) => changeError(item, error)),
    ...created.failed.map(({ item, error }) => rowError(item, messageOf(error))),
  ];
  return {
    changed: undo.changed.length,
    created: undo.created.length,
    errors,
    skipped: changed.skipped + created.skipped,
    undo,
  };
}

/** Restores old values and deletes created records. Rows that were changed since are kept and named. */
export async function undoRows({ type, changed, created }: AppliedRows, watch: RowsWatch) {
  const run = rowRunner(type, watch);
  const restored = await run(changed, (row) => toPut({ ...row, changes: undone(row.changes) }));
  const removable = created.flatMap(({ id, ...row }) => (id === null ? [] : [{ id, ...row }]));
  const removed = await run(removable, ({ id, values }) => ({ method: 'DELETE', id, values }));
  const unknown = created.filter(({ id }) => id === null);
  return {
    restored: restored.done.length,
    removed: removed.done.length,
    /** The records that stay as the file has them, and why. */
    kept: [
      ...[...restored.failed, ...removed.failed].map(({ item, error }) => ({
        id: item.id,
        name: item.name,
        reason: reasonOf(error),
      })),
      ...unknown.map(({ id, name }) => ({ id, name, reason: t`The API did not say its id` })),
    ],
    skipped: restored.skipped + removed.skipped,
  };
}

/** Rows are spread over this many calls at least, so that a few are not one after the other. */
const LEAST_CALLS = 40;

/** The results of rows, in their order. `skipped` were not tried. */
interface Outcomes<T> {
  done: Array<{ item: T; id: number | null }>;
  failed: Array<{ item: T; error: unknown }>;
  skipped: number;
}

/** Applies rows, several in each call, until the signal is aborted or the session has ended. */
function rowRunner(type: ReviewType, { signal, onProgress }: RowsWatch) {
  const ended = new AbortController();
  const options = { atOnce: CALLS_AT_ONCE, signal: AbortSignal.any([signal, ended.signal]) };
  let answered = 0;
  return async <T>(
    items: readonly T[],
    toRequest: (item: T) => RowRequest,
  ): Promise<Outcomes<T>> => {
    const answers: RowAnswer[] = [];
    const size = Math.min(ROWS_PER_CALL, Math.ceil(items.length / LEAST_CALLS));
    const starts = items.flatMap((_, at) => (at % size === 0 ? [at] : []));
    await runEach(
      starts,
      async (start) => {
        const rows = items.slice(start, start + size).map(toRequest);
        for (const [at, answer] of (await answersOf(type, rows)).entries()) {
          answers[start + at] = answer;
          answered += 1;
          const { error } = answer;
          endExpiredSession(error);
          if (error instanceof AppError && error.status === HTTP_UNAUTHORIZED) ended.abort();
        }
        onProgress(answered);
      },
      options,
    );
    const outcomes: Outcomes<T> = { done: [], failed: [], skipped: 0 };
    for (const [at, item] of items.entries()) {
      const answer = answers[at];
      if (!answer) outcomes.skipped += 1;
      else if (answer.error === null) outcomes.done.push({ item, id: answer.id });
      else outcomes.failed.push({ item, error: answer.error });
    }
    return outcomes;
  };
}

interface RowAnswer {
  id: number | null;
  error: unknown;
}

async function answersOf(type: ReviewType, rows: RowRequest[]): Promise<RowAnswer[]> {
  try {
    const results = await applyRowsFn({ data: { type, rows } });
    return results.map(({ id, failure }) => ({ id, error: failure && new AppError(failure) }));
  } catch (error) {
    // Without an answer the outcome of these rows is unknown: all count as failed.
    return rows.map(() => ({ id: null, error }));
  }
}

function toPut({ id, changes }: ReviewedRow): RowRequest {
  return { method: 'PUT', id, changes: [...changes] };
}

function changeError(
  { id, changes, [ROW_NUMBER]: rowNumber }: ReviewedRow,
  error: unknown,
): RowError {
  const row = { [ROW_NUMBER]: rowNumber, id, ...valuesOf(changes, 'new') };
  return rowError(row, `id "${id}": ${messageOf(error)}`);
}

function rowError(row: Fields, error: string): RowError {
  return { row, error, fields: [] };
}

const UNANSWERED: ReadonlySet<number> = new Set([
  0,
  HTTP_INTERNAL_SERVER_ERROR,
  HTTP_BAD_GATEWAY,
  HTTP_GATEWAY_TIMEOUT,
]);

/** A call without an answer may have done its work. */
function messageOf(error: unknown): string {
  const unknown = !(error instanceof AppError) || UNANSWERED.has(error.status);
  const message = detailOrMessage(error);
  return unknown ? t`${message}. It may have been applied: validate the file again` : message;
}

function nameOf({ name, apartment_number: number }: Fields): string {
  return readText(name ?? number) ?? '';
}

function reasonOf(error: unknown): string {
  const status = error instanceof AppError ? error.status : null;
  if (status === HTTP_CONFLICT || status === HTTP_PRECONDITION_FAILED) {
    return t`It was changed after the import`;
  }
  if (status === HTTP_NOT_FOUND) return t`It was deleted after the import`;
  return messageOf(error);
}
