import { sql } from 'drizzle-orm';
import type { BulkType } from '~/contract/bulk';
import type { RowChange } from '~/contract/bulk-review';
import type { ReviewType } from '~/contract/row-review';
import type { z } from '~/contract/zod';
import type { bulkApplyResponseSchema } from '~/contract/bulk';
import { HTTP_UNPROCESSABLE_CONTENT } from '~/contract/http-status';
import { sentenceOf, type SentenceText } from '~/contract/sentence';
import { imports } from '~/lib/metrics.server';
import type { Administrator } from '../auth/actor';
import type { Db } from '../db/connect.server';
import { recordChange, type ChangeTx } from '../db/record-change';
import { isConstraintViolation } from '../db/errors';
import { ApiError } from '../http/api-error';
import { createCheck } from './checks/create-check';
import { IMPORT_STATEMENT_LIMIT_MS } from '../db/import-limits';
import { RECORD_KINDS_OF_IMPORTS } from './record-kinds';
import {
  findImportByKey,
  insertImportRecord,
  resultOf,
  type EarlierImport,
} from './imports/import-records.repo';
import { endRun, type RunName } from './imports/runs.repo';
import { insertRows } from './inserts';
import { applyChanges } from './review/apply';
import { isValid, toInvalidRow, type ReadRow } from '~/sheets/rows/row';
import type { ReadRows } from '~/sheets/rows/message';

export type BulkResult = z.infer<typeof bulkApplyResponseSchema>;

export interface CreateDeps {
  db: Db;
  readRows: ReadRows;
  /** Called with the number of rows that were added. */
  onRows?: (rows: number) => void;
}

/** Rows to create, and the data of their import record. */
export interface NewRows {
  type: BulkType;
  rows: readonly Uint8Array[];
  /** Changes of bulk-apply, applied before the rows are created. */
  changes?: { type: ReviewType; list: readonly RowChange[] };
  /** Hash of type and rows. */
  hash: string;
  /** The Idempotency-Key of a submit. */
  run?: RunName;
  fileName: string | null;
  actor: Administrator;
  now: Date;
}

/** Invalid rows that are named; beyond that only their number matters. */
const ERROR_LIMIT = 1_000;
/** First part of the advisory locks that serialize the imports of one type. */
const IMPORT_LOCK = 1_651_861_611;
const TYPE_LOCKS: Readonly<Record<BulkType, number>> = { condo: 1, apartment: 2, user_invite: 3 };

const CLASH: SentenceText =
  'A row has the number of another apartment of its building, or its building was deleted. Nothing was changed';

export const CANCELLED = 'The import was cancelled. Nothing was created';

export class ImportCancelledError extends Error {
  override readonly name = 'ImportCancelledError';
  constructor() {
    super(CANCELLED);
  }
}

/** Rolls the transaction back; not an error. */
class RolledBack extends Error {}

/**
 * POST /admin/bulk-create: creates all rows or none, in one transaction. Each row is validated again, as things may
 * have changed since it was validated; invalid rows are named in `errors`.
 */
export async function createRows(
  deps: CreateDeps,
  submit: NewRows,
  signal?: AbortSignal,
): Promise<BulkResult> {
  try {
    const result = await createAllOrNone(deps, submit, signal);
    imports.inc({ result: result.errors.length === 0 ? 'done' : 'invalid' });
    return result;
  } catch (error) {
    imports.inc({ result: 'failed' });
    throw error;
  }
}

async function createAllOrNone(
  deps: CreateDeps,
  submit: NewRows,
  signal?: AbortSignal,
): Promise<BulkResult> {
  const errors: BulkResult['errors'] = [];
  try {
    const change = {
      actor: submit.actor,
      action: 'imported',
      record: { kind: RECORD_KINDS_OF_IMPORTS[submit.type], name: submit.fileName },
    } as const;
    const result = await recordChange(
      deps.db,
      change,
      (tx) => createInTransaction({ ...deps, db: tx }, submit, errors, signal),
      { statementLimitMs: IMPORT_STATEMENT_LIMIT_MS },
    );
    return result;
  } catch (error) {
    if (error instanceof RolledBack) return { created: 0, errors };
    if (!isConstraintViolation(error)) throw error;
    if (submit.changes) return { created: 0, changed: 0, errors: [rowless(CLASH)] };
    // A row already exists, or its building was deleted: validating again names it.
    return validateOnly(deps, submit, signal);
  }
}

async function createInTransaction(
  { db, readRows, onRows }: CreateDeps & { db: ChangeTx },
  submit: NewRows,
  errors: BulkResult['errors'],
  signal?: AbortSignal,
): Promise<BulkResult> {
  const { type, rows, actor, now, run, changes } = submit;
  const { userId } = actor;
  await db.execute(
    sql`select pg_advisory_xact_lock(${IMPORT_LOCK}::int, ${TYPE_LOCKS[type]}::int)`,
  );
  // The same submit may have been finished before, or by another process while this one waited for the lock.
  const earlier = run && (await findImportByKey(db, run));
  if (earlier) return repeated(earlier, submit.hash);
  const changed = changes
    ? await applyChanges(db, changes.type, changes.list, { now, errors })
    : null;
  if (changed !== null) onRows?.(changed);
  const check = createCheck(db, type, { writing: true });
  let created = 0;
  for await (const message of readRows({ input: 'rows', type }, rows, signal)) {
    if (message.t !== 'rows') continue;
    signal?.throwIfAborted();
    await check(message.rows);
    collectErrors(message.rows, errors);
    onRows?.(message.rows.length);
    if (errors.length > 0) continue;
    const values = message.rows.map((row) => row.values);
    created += await insertRows(db, type, values, { userId, now });
  }
  signal?.throwIfAborted();
  if (errors.length > 0) throw new RolledBack();
  if (created > 0 || (changed !== null && changed > 0)) {
    await insertImportRecord(db, { ...submit, userId, created, changed });
  }
  const result = resultOf({ created, changed });
  if (run && (await endRun(db, run, { state: 'finished', result }))) {
    throw new ImportCancelledError();
  }
  return result;
}

/**
 * The result of a submit that was made before.
 * @throws ApiError 422 for a key that was used for other rows
 */
export function repeated(record: EarlierImport, hash: string): BulkResult {
  if (record.hash === hash) return resultOf(record);
  throw new ApiError(HTTP_UNPROCESSABLE_CONTENT, 'This Idempotency-Key was used for other rows');
}

async function validateOnly(
  { db, readRows }: CreateDeps,
  { type, rows }: NewRows,
  signal?: AbortSignal,
): Promise<BulkResult> {
  const errors: BulkResult['errors'] = [];
  const check = createCheck(db, type);
  for await (const message of readRows({ input: 'rows', type }, rows, signal)) {
    if (message.t !== 'rows') continue;
    await check(message.rows);
    collectErrors(message.rows, errors);
  }
  if (errors.length === 0) {
    errors.push(rowless('The data has changed in the meantime. Validate the file again'));
  }
  return { created: 0, errors };
}

function rowless(error: SentenceText): BulkResult['errors'][number] {
  return { row: null, error, ...sentenceOf(error) };
}

function collectErrors(rows: readonly ReadRow[], errors: BulkResult['errors']): void {
  const invalid = rows.filter((row) => !isValid(row)).slice(0, ERROR_LIMIT - errors.length);
  errors.push(...invalid.map(toInvalidRow));
}
