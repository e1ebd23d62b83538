import { sql } from 'drizzle-orm';
import type { BulkType } from '~/contract/bulk';
import type { z } from '~/contract/zod';
import type { bulkCreateResponseSchema } from '~/contract/bulk';
import type { Db } from '../db/connect.server';
import { isBrokenRule } from './broken-rule';
import { createCheck } from './checks/create-check';
import { insertRows, type Creator } from './inserts';
import type { ReadRow } from './reading/message';
import type { ReadRows } from './validate';

export type BulkResult = z.infer<typeof bulkCreateResponseSchema>;

interface CreateDeps {
  db: Db;
  readRows: ReadRows;
}

/** Refused rows that are named; beyond that only their number matters. */
const ERROR_LIMIT = 1_000;
/** One statement of an import, in milliseconds: it may wait for another import. */
const STATEMENT_TIMEOUT_MS = 120_000;
/** First part of the advisory locks that imports of one type wait for each other by. */
const IMPORT_LOCK = 1_651_861_611;
const TYPE_LOCKS: Readonly<Record<BulkType, number>> = { condo: 1, apartment: 2, user_invite: 3 };

/** Ends the transaction without an error of its own. */
class RolledBack extends Error {}

/**
 * POST /admin/bulk-create: creates all rows or none, in one transaction. Each row is judged once more, as things may
 * have changed since it was validated; refused rows are named in `errors`.
 */
export async function createRows(
  deps: CreateDeps,
  type: BulkType,
  rows: Uint8Array,
  creator: Creator,
  signal?: AbortSignal,
): Promise<BulkResult> {
  const errors: BulkResult['errors'] = [];
  try {
    const created = await deps.db.transaction((tx) =>
      createInTransaction({ ...deps, db: tx }, type, rows, creator, errors, signal),
    );
    return { created, errors: [] };
  } catch (error) {
    if (error instanceof RolledBack) return { created: 0, errors };
    if (!isBrokenRule(error)) throw error;
    // Someone outside of imports was quicker with a row: a second look names it.
    return judgeOnly(deps, type, rows, signal);
  }
}

async function createInTransaction(
  { db, readRows }: CreateDeps,
  type: BulkType,
  rows: Uint8Array,
  creator: Creator,
  errors: BulkResult['errors'],
  signal?: AbortSignal,
): Promise<number> {
  await db.execute(sql.raw(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`));
  await db.execute(
    sql`select pg_advisory_xact_lock(${IMPORT_LOCK}::int, ${TYPE_LOCKS[type]}::int)`,
  );
  const check = createCheck(type, undefined);
  let created = 0;
  for await (const message of readRows({ input: 'rows', type }, rows, signal)) {
    if (message.t !== 'rows') continue;
    await check.check(db, message.rows);
    collectErrors(message.rows, errors);
    if (errors.length > 0) continue;
    const ids = await insertRows(
      db,
      type,
      `[${message.rows.map((row) => row.j).join(',')}]`,
      creator,
    );
    created += ids.length;
  }
  signal?.throwIfAborted();
  if (errors.length > 0) throw new RolledBack();
  return created;
}

async function judgeOnly(
  { db, readRows }: CreateDeps,
  type: BulkType,
  rows: Uint8Array,
  signal?: AbortSignal,
): Promise<BulkResult> {
  const errors: BulkResult['errors'] = [];
  const check = createCheck(type, undefined);
  for await (const message of readRows({ input: 'rows', type }, rows, signal)) {
    if (message.t !== 'rows') continue;
    await check.check(db, message.rows);
    collectErrors(message.rows, errors);
  }
  if (errors.length === 0) {
    errors.push({ row: null, error: 'The data changed meanwhile. Validate the file again' });
  }
  return { created: 0, errors };
}

function collectErrors(rows: readonly ReadRow[], errors: BulkResult['errors']): void {
  for (const { e, j } of rows) {
    if (e === undefined || errors.length >= ERROR_LIMIT) continue;
    const row: unknown = JSON.parse(j);
    errors.push({ row, error: e });
  }
}
