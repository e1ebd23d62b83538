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
import { CALLS_AT_ONCE, runEach } from '~/lib/run-each';
import { endExpiredSession } from '../session/end-expired-session';
import { applyRowsFn } from './bulk.functions';
import { ROWS_PER_CALL, type RowRequest } from './row-change';
import { t, translate } from '~/lib/texts';

/** Rows that the panel applies one by one, as an API of the wire contract takes them. */
interface RowsToApply {
  type: BulkType;
  changed: readonly ReviewedRow[];
  created: readonly Fields[];
}

/** The applied changes, to be undone. A created record has no id where the API did not say it. */
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
  const { changes: changed, others: created } = await runRows(
    type,
    [rows.changed, toPut],
    [rows.created, (values) => ({ method: 'POST', values })],
    watch,
  );
  return {
    applied: {
      type,
      changed: changed.done.map(({ item }) => item),
      created: created.done.map(({ item, id }) => ({ id, values: item })),
    },
    errors: [
      ...changed.failed.map(({ item, error }) => changeError(item, error)),
      ...created.failed.map(({ item, error }) => creationError(item, error)),
    ],
    left: changed.left + created.left,
  };
}

interface UndoneByPanel {
  restored: number;
  removed: number;
  /** The records that stay as the file has them, and why. */
  kept: Array<{ id: number | null; name: string; reason: string }>;
  left: number;
}

/** Writes the old values back and removes what was created, except what was changed since: that is named. */
export async function undoRows(rows: AppliedRows, watch: Watch): Promise<UndoneByPanel> {
  const known = rows.created.flatMap(({ id, values }) => (id === null ? [] : [{ id, values }]));
  const unknown = rows.created.filter(({ id }) => id === null);
  const { changes: restored, others: removed } = await runRows(
    toReviewType(rows.type),
    [rows.changed.map((row) => ({ ...row, changes: undone(row.changes) })), toPut],
    [known, ({ id, values }) => ({ method: 'DELETE', id, values })],
    watch,
  );
  return {
    restored: restored.done.length,
    removed: removed.done.length,
    kept: [
      ...restored.failed.map(({ item: { id, name }, error }) => ({
        id,
        name,
        reason: reasonOf(error),
      })),
      ...removed.failed.map(({ item, error }) => keptCreation(item, reasonOf(error))),
      ...unknown.map((row) => keptCreation(row, t`The API did not say its id`)),
    ],
    left: restored.left + removed.left,
  };
}

/** Rows are spread over this many calls at least, so that a few are not one after the other. */
const LEAST_CALLS = 40;

/** The results of rows, in their order. `left` were not tried. */
interface Outcomes<T> {
  done: Array<{ item: T; id: number | null }>;
  failed: Array<{ item: T; error: unknown }>;
  left: number;
}

/** Items, and what is asked for each. */
type Work<T> = readonly [items: readonly T[], toRequest: (item: T) => RowRequest];

/** Applies rows, several in each call, and then the others, until the signal is aborted or the session has ended. */
async function runRows<A, B>(
  type: ReviewType,
  changes: Work<A>,
  others: Work<B>,
  { signal, onProgress }: Watch,
): Promise<{ changes: Outcomes<A>; others: Outcomes<B> }> {
  const ended = new AbortController();
  let answered = 0;
  async function callFor(rows: readonly RowRequest[]): Promise<readonly RowAnswer[]> {
    const answers = await applyRowsFn({ data: { type, rows: [...rows] } }).then(
      (results) =>
        results.map(({ id, failure }) => ({ id, error: failure && new AppError(failure) })),
      // Nobody knows what has become of these rows: all of them have failed.
      (error: unknown) => rows.map(() => ({ id: null, error })),
    );
    for (const { error } of answers) {
      endExpiredSession(error);
      if (error instanceof AppError && error.status === HTTP_UNAUTHORIZED) ended.abort();
    }
    answered += answers.length;
    onProgress(answered);
    return answers;
  }
  async function run<T>([items, toRequest]: Work<T>): Promise<Outcomes<T>> {
    const answers: RowAnswer[] = [];
    const size = Math.min(ROWS_PER_CALL, Math.ceil(items.length / LEAST_CALLS));
    const starts = items.flatMap((_, at) => (at % size === 0 ? [at] : []));
    const options = { atOnce: CALLS_AT_ONCE, signal: AbortSignal.any([signal, ended.signal]) };
    await runEach(
      starts,
      async (start) => {
        const rows = items.slice(start, start + size).map(toRequest);
        for (const [at, answer] of (await callFor(rows)).entries()) answers[start + at] = answer;
      },
      options,
    );
    const outcomes: Outcomes<T> = { done: [], failed: [], left: 0 };
    for (const [at, item] of items.entries()) {
      const answer = answers[at];
      if (!answer) outcomes.left += 1;
      else if (answer.error === null) outcomes.done.push({ item, id: answer.id });
      else outcomes.failed.push({ item, error: answer.error });
    }
    return outcomes;
  }
  return { changes: await run(changes), others: await run(others) };
}

/** `error` is null for a row that was applied. */
interface RowAnswer {
  id: number | null;
  error: unknown;
}

function toPut({ id, changes }: ReviewedRow): RowRequest {
  return { method: 'PUT', id, changes: [...changes] };
}

function toReviewType(type: BulkType): ReviewType {
  const known = readReviewType(type);
  if (!known) throw new Error(`Files of type ${type} do not come back`);
  return known;
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

/** A call without an answer may have done its work. */
function messageOf(error: unknown): string {
  const unknown = !(error instanceof AppError) || UNANSWERED.has(error.status);
  const message = translate(detailOrMessage(error));
  return unknown ? t`${message}. It may have been applied: validate the file again` : message;
}

function keptCreation({ id, values }: AppliedRows['created'][number], reason: string) {
  const { name, apartment_number: number } = values;
  return { id, name: readText(name ?? number) ?? '', reason };
}

function reasonOf(error: unknown): string {
  const status = error instanceof AppError ? error.status : null;
  if (status === HTTP_CONFLICT || status === HTTP_PRECONDITION_FAILED) {
    return t`It was changed after the import`;
  }
  if (status === HTTP_NOT_FOUND) return t`It was deleted after the import`;
  return messageOf(error);
}
