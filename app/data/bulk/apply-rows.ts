import type { RowError } from '~/contract/bulk-reading';
import type { ReviewedRow } from '~/contract/bulk-review';
import { ROW_NUMBER, type BulkType } from '~/contract/bulk';
import {
  HTTP_BAD_GATEWAY,
  HTTP_CONFLICT,
  HTTP_GATEWAY_TIMEOUT,
  HTTP_INTERNAL_SERVER_ERROR,
  HTTP_NOT_FOUND,
  HTTP_PRECONDITION_FAILED,
  HTTP_UNAUTHORIZED,
} from '~/contract/http-status';
import { readText, type Fields } from '~/contract/reading';
import { readReviewType, undone, valuesOf, type ReviewType } from '~/contract/row-review';
import { AppError, detailOrMessage } from '~/lib/app-error';
import { runBatches } from './run-batches';
import { CALLS_AT_ONCE, runEach, type Outcome } from '~/lib/run-each';
import { endExpiredSession } from '../session/end-expired-session';
import { applyRowsFn, createRowFn, removeRowFn } from './bulk.functions';

/** Rows that the panel applies one by one, as an API of the wire contract takes them. */
interface RowsToApply {
  type: BulkType;
  changed: readonly ReviewedRow[];
  created: readonly Fields[];
}

/** What has been applied, to be undone. A created record has no id where the API did not say it. */
export interface AppliedRows {
  type: BulkType;
  changed: readonly ReviewedRow[];
  created: ReadonlyArray<{ id: number | null; values: Fields }>;
}

interface AppliedByPanel {
  applied: AppliedRows;
  /** Rows that failed, and why. */
  errors: RowError[];
  /** Rows that Cancel kept from being tried. */
  left: number;
}

interface Watch {
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/** Applies rows by PUT and POST, a few at once. It never rejects: each row that failed is named. */
export async function applyRows(rows: RowsToApply, watch: Watch): Promise<AppliedByPanel> {
  const type = toReviewType(rows.type);
  const ids = new Map<Fields, number | null>();
  const { changes, others } = await runRows(
    type,
    { changes: rows.changed, others: rows.created },
    watch,
    async (values) => {
      ids.set(values, (await createRowFn({ data: { type, values } })).id);
    },
  );
  return {
    applied: {
      type,
      changed: doneOf(changes),
      created: doneOf(others).map((values) => ({ id: ids.get(values) ?? null, values })),
    },
    errors: [
      ...failedOf(changes).map(({ item, error }) => changeError(item, error)),
      ...failedOf(others).map(({ item, error }) => creationError(item, error)),
    ],
    left: leftOf(changes) + leftOf(others),
  };
}

interface UndoneByPanel {
  restored: number;
  removed: number;
  /** What stays as the file has it, and why. */
  kept: Array<{ id: number | null; name: string; reason: string }>;
  left: number;
}

/** Writes the old values back and removes what was created, except what was changed since: that is named. */
export async function undoRows(
  { type: of, changed, created }: AppliedRows,
  watch: Watch,
): Promise<UndoneByPanel> {
  const type = toReviewType(of);
  const back = changed.map((row) => ({ ...row, changes: undone(row.changes) }));
  const { changes, others } = await runRows(
    type,
    { changes: back, others: created },
    watch,
    async ({ id, values }) => {
      if (id === null) throw new AppError({ status: 0, detail: 'The API did not say its id' });
      await removeRowFn({ data: { type, id, values } });
    },
  );
  return {
    restored: doneOf(changes).length,
    removed: doneOf(others).length,
    kept: [
      ...failedOf(changes).map(({ item: { id, name }, error }) => ({
        id,
        name,
        reason: reasonOf(error),
      })),
      ...failedOf(others).map(({ item, error }) => keptCreation(item, error)),
    ],
    left: leftOf(changes) + leftOf(others),
  };
}

/** Changes rows, several in each call, and then does the others, until the signal is aborted or the session has ended. */
async function runRows<T>(
  type: ReviewType,
  { changes: rows, others: items }: { changes: readonly ReviewedRow[]; others: readonly T[] },
  { signal, onProgress }: Watch,
  call: (item: T) => Promise<void>,
): Promise<{ changes: Outcome<ReviewedRow>[]; others: Outcome<T>[] }> {
  const ended = new AbortController();
  const endOn = (error: unknown) => {
    if (error instanceof AppError && error.status === HTTP_UNAUTHORIZED) ended.abort();
  };
  const ending =
    <A, R>(work: (argument: A) => Promise<R>) =>
    (argument: A) =>
      work(argument).catch((error: unknown) => {
        endOn(error);
        throw error;
      });
  const change = async (batch: readonly ReviewedRow[]) => {
    const failures = await applyRowsFn({ data: { type, rows: batch.map(toChange) } });
    const errors = failures.map((failure) => failure && new AppError(failure));
    for (const error of errors) {
      endExpiredSession(error);
      endOn(error);
    }
    return errors;
  };
  const options = { atOnce: CALLS_AT_ONCE, signal: AbortSignal.any([signal, ended.signal]) };
  const changes = await runBatches(rows, ending(change), { ...options, onProgress });
  const others = await runEach(items, ending(call), {
    ...options,
    onProgress: (done) => onProgress(rows.length + done),
  });
  return { changes, others };
}

function doneOf<T>(outcomes: readonly Outcome<T>[]): T[] {
  return outcomes.flatMap(({ kind, item }) => (kind === 'done' ? [item] : []));
}

function failedOf<T>(outcomes: readonly Outcome<T>[]): Array<{ item: T; error: unknown }> {
  return outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome] : []));
}

function leftOf(outcomes: readonly Outcome<unknown>[]): number {
  return outcomes.filter(({ kind }) => kind === 'left').length;
}

function toReviewType(type: BulkType): ReviewType {
  const known = readReviewType(type);
  if (!known) throw new Error(`Files of type ${type} do not come back`);
  return known;
}

function toChange({ id, changes }: ReviewedRow) {
  return { id, changes: [...changes] };
}

/** A failed row as an API names one. */
function changeError(
  { id, changes, [ROW_NUMBER]: rowNumber }: ReviewedRow,
  error: unknown,
): RowError {
  const row = { [ROW_NUMBER]: rowNumber, id, ...valuesOf(changes, 'new') };
  return { row, error: `id "${id}": ${messageOf(error)}`, fields: [] };
}

function creationError(values: Fields, error: unknown): RowError {
  return { row: values, error: messageOf(error), fields: [] };
}

const UNANSWERED: ReadonlySet<number> = new Set([
  0,
  HTTP_INTERNAL_SERVER_ERROR,
  HTTP_BAD_GATEWAY,
  HTTP_GATEWAY_TIMEOUT,
]);

/** Of a call without an answer nobody knows what it has done. */
function messageOf(error: unknown): string {
  const unknown = !(error instanceof AppError) || UNANSWERED.has(error.status);
  const message = detailOrMessage(error);
  return unknown ? `${message}. It may have been applied: validate the file again` : message;
}

function keptCreation({ id, values }: AppliedRows['created'][number], error: unknown) {
  const { name, apartment_number: number } = values;
  return { id, name: readText(name ?? number) ?? '', reason: reasonOf(error) };
}

function reasonOf(error: unknown): string {
  const status = error instanceof AppError ? error.status : null;
  if (status === HTTP_CONFLICT || status === HTTP_PRECONDITION_FAILED) {
    return 'It was changed after the import';
  }
  if (status === HTTP_NOT_FOUND) return 'It was deleted after the import';
  return messageOf(error);
}
