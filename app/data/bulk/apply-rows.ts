import type { RowError } from '~/contract/bulk-reading';
import type { ReviewedRow } from '~/contract/bulk-review-reading';
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
import { CALLS_AT_ONCE, runEach, type Outcome } from '~/lib/run-each';
import { applyRowFn, createRowFn, removeRowFn } from './bulk.functions';

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

type Step = { kind: 'change'; row: ReviewedRow } | { kind: 'create'; values: Fields };

/** Applies rows by PUT and POST, a few at once. It never rejects: each row that failed is named. */
export async function applyRows(rows: RowsToApply, watch: Watch): Promise<AppliedByPanel> {
  const type = toReviewType(rows.type);
  const ids = new Map<Step, number | null>();
  const steps: Step[] = [
    ...rows.changed.map((row): Step => ({ kind: 'change', row })),
    ...rows.created.map((values): Step => ({ kind: 'create', values })),
  ];
  const outcomes = await runSteps(steps, watch, async (step) => {
    if (step.kind === 'change') await applyRowFn({ data: toRequest(type, step.row) });
    else ids.set(step, (await createRowFn({ data: { type, values: step.values } })).id);
  });
  const done = outcomes.flatMap(({ kind, item }) => (kind === 'done' ? [item] : []));
  return {
    applied: {
      type,
      changed: done.flatMap((step) => (step.kind === 'change' ? [step.row] : [])),
      created: done.flatMap((step) =>
        step.kind === 'create' ? [{ id: ids.get(step) ?? null, values: step.values }] : [],
      ),
    },
    errors: outcomes.flatMap((outcome) =>
      outcome.kind === 'failed' ? [toRowError(outcome.item, outcome.error)] : [],
    ),
    left: leftOf(outcomes),
  };
}

/** Either a changed row or a created one. */
type UndoStep =
  | { row: ReviewedRow; created: null }
  | { row: null; created: AppliedRows['created'][number] };

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
  const steps: UndoStep[] = [
    ...changed.map((row) => ({ row, created: null })),
    ...created.map((one) => ({ row: null, created: one })),
  ];
  const outcomes = await runSteps(steps, watch, async ({ row, created: one }) => {
    if (row) await applyRowFn({ data: { type, id: row.id, changes: undone(row.changes) } });
    else if (one.id === null)
      throw new AppError({ status: 0, detail: 'The API did not say its id' });
    else await removeRowFn({ data: { type, id: one.id, values: one.values } });
  });
  const done = outcomes.filter(({ kind }) => kind === 'done');
  return {
    restored: done.filter(({ item }) => item.row !== null).length,
    removed: done.filter(({ item }) => item.created !== null).length,
    kept: outcomes.flatMap((outcome) =>
      outcome.kind === 'failed'
        ? [{ ...nameOf(outcome.item), reason: reasonOf(outcome.error) }]
        : [],
    ),
    left: leftOf(outcomes),
  };
}

/** Runs the steps until they are done, the signal is aborted, or the session has ended. */
function runSteps<T>(
  steps: readonly T[],
  { signal, onProgress }: Watch,
  call: (step: T) => Promise<void>,
): Promise<Outcome<T>[]> {
  const ended = new AbortController();
  const step = async (item: T) => {
    try {
      await call(item);
    } catch (error) {
      if (error instanceof AppError && error.status === HTTP_UNAUTHORIZED) ended.abort();
      throw error;
    }
  };
  return runEach(steps, step, {
    atOnce: CALLS_AT_ONCE,
    signal: AbortSignal.any([signal, ended.signal]),
    onProgress,
  });
}

function leftOf(outcomes: readonly Outcome<unknown>[]): number {
  return outcomes.filter(({ kind }) => kind === 'left').length;
}

function toReviewType(type: BulkType): ReviewType {
  const known = readReviewType(type);
  if (!known) throw new Error(`Files of type ${type} do not come back`);
  return known;
}

function toRequest(type: ReviewType, { id, changes }: ReviewedRow) {
  return { type, id, changes: [...changes] };
}

/** A failed row as an API names one. */
function toRowError(step: Step, error: unknown): RowError {
  const why = messageOf(error);
  if (step.kind === 'create') return { row: step.values, error: why, fields: [] };
  const { id, rowNumber, changes } = step.row;
  const row = { [ROW_NUMBER]: rowNumber, id, ...valuesOf(changes, 'new') };
  return { row, error: `id "${id}": ${why}`, fields: [] };
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

function nameOf({ row, created }: UndoStep) {
  const { name, apartment_number: number } = created?.values ?? {};
  return { id: row?.id ?? created?.id ?? null, name: row?.name ?? readText(name ?? number) ?? '' };
}

function reasonOf(error: unknown): string {
  const status = error instanceof AppError ? error.status : null;
  if (status === HTTP_CONFLICT || status === HTTP_PRECONDITION_FAILED) {
    return 'It was changed after the import';
  }
  if (status === HTTP_NOT_FOUND) return 'It was deleted after the import';
  return messageOf(error);
}
