import { sql } from 'drizzle-orm';
import type { z } from '~/fields/zod';
import type { bulkApplyResponseSchema, BulkType } from '~/imports/schema';
import { HTTP_UNPROCESSABLE_CONTENT } from '~/rpc/errors/http-status';
import { englishOf, toSentence, type AnySentence } from '~/language/sentence';
import { imports } from '~/platform/metrics.server';
import type { Administrator } from '~/accounts/server/auth-middleware';
import type { Db } from '~/platform/database/connect.server';
import { recordChange, type ChangeTx } from '~/platform/database/record-change';
import { AFTER_UNDO_MS } from '~/platform/mail/mail-queue.repo';
import { isConstraintViolation } from '~/platform/database/errors';
import { ApiError, conflict } from '~/rpc/embedded/api-error';
import { createCheck } from './checks';
import type { RowCheck } from './references';
import type { SubmitForm } from './bulk-form';
import {
  findImportByKey,
  insertImportRecord,
  RECORD_KINDS_OF_IMPORTS,
  resultOf,
  type EarlierImport,
} from './import-records.repo';
import { endRun, type RunName } from './runs.repo';
import { insertRows } from './inserts';
import { insertTenancies } from './tenancies';
import { applyChanges, ERROR_LIMIT } from './apply';
import { isValid, toInvalidRow, type ReadRow } from '~/imports/rows/row';
import { readInProcess } from '~/imports/process/reading-process.server';

export type BulkResult = z.infer<typeof bulkApplyResponseSchema>;

/** A bulk-create or a bulk-apply call. */
export interface Submit extends SubmitForm {
  actor: Administrator;
  now: Date;
  clock: () => Date;
  /** The current day (TIME_ZONE). */
  day: string;
}

/** Rows to create, and the data of their import record. */
export interface NewRows extends Omit<Submit, 'idempotencyKey'> {
  /** Hash of type, rows and changes. */
  hash: string;
  run?: RunName;
}

interface Watch {
  signal: AbortSignal;
  onRows?: (rows: number) => void;
}

interface Checked {
  signal: AbortSignal;
  errors: BulkResult['errors'];
}

/** First part of the advisory locks that serialize the imports of one type. */
const IMPORT_LOCK = 1_651_861_611;
const TYPE_LOCKS: Readonly<Record<BulkType, number>> = {
  condo: 1,
  apartment: 2,
  user_invite: 3,
  tenancy: 4,
};

/** Waits for other imports of a type, and makes them wait until this transaction ends. */
export async function lockImports(tx: ChangeTx, type: BulkType): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${IMPORT_LOCK}::int, ${TYPE_LOCKS[type]}::int)`,
  );
}

/** Thrown to roll the transaction back. It is not an error. */
class RolledBack extends Error {}

/**
 * Creates all rows or none. Each row is validated again, since data may have changed; `errors` names the
 * invalid ones.
 */
export async function createRows(db: Db, submit: NewRows, watch: Watch): Promise<BulkResult> {
  try {
    const result = await createAllOrNone(db, submit, watch);
    imports.inc({ result: result.errors.length === 0 ? 'done' : 'invalid' });
    return result;
  } catch (error) {
    imports.inc({ result: 'failed' });
    throw error;
  }
}

async function createAllOrNone(db: Db, submit: NewRows, watch: Watch): Promise<BulkResult> {
  const errors: BulkResult['errors'] = [];
  const { actor, type, changes, fileName: name } = submit;
  try {
    const kind = changes?.type === 'user' ? 'user' : RECORD_KINDS_OF_IMPORTS[type][0];
    const change = { actor, action: 'imported', record: { kind, name } } as const;
    const work = (tx: ChangeTx) => createInTransaction(tx, submit, { ...watch, errors });
    return await recordChange(db, change, work, { isLong: true });
  } catch (error) {
    if (error instanceof RolledBack) return { created: 0, errors };
    if (!isConstraintViolation(error)) throw error;
    if (changes) {
      const why = type === 'tenancy' ? 'data_changed' : 'rows_clash';
      return { created: 0, changed: 0, errors: [rowless(why)] };
    }
    // A row already exists, or its building was deleted. Validating again finds which.
    const rowErrors: BulkResult['errors'] = [];
    const check = createCheck(db, type, { day: submit.day });
    await checkRows(submit, check, { signal: watch.signal, errors: rowErrors });
    return { created: 0, errors: rowErrors.length > 0 ? rowErrors : [rowless('data_changed')] };
  }
}

async function createInTransaction(
  tx: ChangeTx,
  submit: NewRows,
  { signal, onRows, errors }: Watch & Checked,
): Promise<BulkResult> {
  const { type, actor, now, day, run, changes } = submit;
  const { userId } = actor;
  // The mails wait for Undo, which is offered after this transaction. Other imports may delay it, so the
  // clock is read again.
  const mailsDue = () =>
    ({
      now,
      later: new Date(submit.clock().getTime() + AFTER_UNDO_MS),
      none: null,
    })[submit.mails];
  await lockImports(tx, type);
  // An earlier attempt may have finished this submit, perhaps in another process while this one waited for
  // the lock.
  const earlier = run && (await findImportByKey(tx, run));
  if (earlier) return repeated(earlier, submit.hash);
  const changed = changes
    ? await applyChanges(tx, changes.type, changes.list, { now, day, errors })
    : null;
  if (changed !== null) onRows?.(changed);
  let created = 0;
  const written = errors.length === 0 && changes?.type === type ? changes.list : [];
  const check = createCheck(tx, type, { day, writing: true, changes: written });
  await checkRows(submit, check, { signal, errors }, async (rows) => {
    onRows?.(rows.length);
    if (errors.length > 0) return;
    const values = rows.map((row) => row.values);
    created +=
      type === 'tenancy'
        ? await insertTenancies(tx, rows, now)
        : await insertRows(tx, type, values, { userId, now, mailsAt: mailsDue() });
  });
  signal.throwIfAborted();
  if (errors.length > 0) throw new RolledBack();
  let id: number | undefined;
  if (created > 0 || (changed !== null && changed > 0)) {
    id = await insertImportRecord(tx, {
      type,
      idempotency_key: run?.idempotencyKey ?? null,
      rows_hash: submit.hash,
      file_name: submit.fileName,
      reason: submit.reason,
      created_by: userId,
      created_at: now,
      created_count: created,
      changed_count: changed,
    });
  }
  const result = resultOf({ created, changed, id });
  if (run && (await endRun(tx, run, { state: 'finished', result }))) {
    throw conflict('import_cancelled');
  }
  return result;
}

/** Checks the rows of a submit, batch by batch, and adds the invalid ones to `errors`. */
async function checkRows(
  { type, rows }: NewRows,
  check: RowCheck,
  { signal, errors }: Checked,
  onChecked?: (rows: readonly ReadRow[]) => Promise<void>,
): Promise<void> {
  for await (const message of readInProcess({ input: 'rows', type }, rows, signal)) {
    if (message.type !== 'rows') continue;
    signal.throwIfAborted();
    await check(message.rows);
    const invalid = message.rows.filter((row) => !isValid(row));
    const room = Math.max(0, ERROR_LIMIT - errors.length);
    errors.push(...invalid.slice(0, room).map(toInvalidRow));
    await onChecked?.(message.rows);
  }
}

/** Returns the result of an earlier submit. @throws ApiError 422 for a key that was used for other rows */
export function repeated(record: EarlierImport, hash: string): BulkResult {
  if (record.hash === hash) return resultOf(record);
  throw new ApiError(HTTP_UNPROCESSABLE_CONTENT, 'key_used');
}

function rowless(error: AnySentence): BulkResult['errors'][number] {
  return { row: null, error: englishOf(error), ...toSentence(error) };
}
