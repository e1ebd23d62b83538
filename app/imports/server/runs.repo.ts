import { and, eq, sql, type SQL } from 'drizzle-orm';
import { bulkProgressSchema, type BulkProgress } from '~/imports/schema';
import type { Db } from '~/platform/database/connect.server';
import { bulkRuns } from '~/platform/database/schema/bulk';
import { toJsonbText } from '~/platform/database/sql';
import { forgetResults } from '~/rpc/embedded/once';

/** Result of an ended import. */
export type ImportOutcome = Exclude<BulkProgress, { state: 'running' | 'unknown' }>;

/** Identifies an import by its user and Idempotency-Key. */
export interface RunName {
  userId: number;
  idempotencyKey: string;
}

/** A process that reports nothing for this long is dead: processes report every half second. */
const SILENCE = sql`interval '5 seconds'`;

/** Starts the progress report of an import. A running import with the same key keeps its report. */
export async function startRun(db: Db, name: RunName, hash: string): Promise<void> {
  await forgetResults(db);
  await db.execute(sql`
    insert into ${bulkRuns} as r (user_id, idempotency_key, hash, claim)
    values (${name.userId}, ${name.idempotencyKey}, ${hash}, gen_random_uuid())
    on conflict (user_id, idempotency_key) do update
      set done = 0, outcome = null, cancel_requested = false, updated_at = now()
      where r.outcome is not null or r.updated_at < now() - ${SILENCE}`);
}

/** Reports the progress of a running import. Returns whether it was cancelled. */
export function reportRun(db: Db, name: RunName, done: number): Promise<boolean> {
  return updateRun(db, name, { done });
}

/** Stores the outcome of an import. Returns true if it was cancelled before, which stays its outcome. */
export function endRun(db: Db, name: RunName, outcome: ImportOutcome): Promise<boolean> {
  return updateRun(db, name, { outcome: sql`${toJsonbText(outcome)}::jsonb` });
}

async function updateRun(db: Db, name: RunName, values: { done: number } | { outcome: SQL }) {
  const [row] = await db
    .update(bulkRuns)
    .set({ ...values, updated_at: sql`now()` })
    .where(isNamed(name))
    .returning({ cancel: bulkRuns.cancel_requested });
  return row?.cancel ?? false;
}

/** The state of an import; null for an unknown one, and for one whose process has died. */
export async function findRun(db: Db, name: RunName): Promise<BulkProgress | null> {
  const [row] = await db
    .select({
      done: bulkRuns.done,
      outcome: bulkRuns.outcome,
      silent: sql<boolean>`${bulkRuns.updated_at} < now() - ${SILENCE}`,
    })
    .from(bulkRuns)
    .where(isNamed(name));
  if (!row) return null;
  if (row.outcome !== null) return bulkProgressSchema.parse(row.outcome);
  return row.silent ? null : { state: 'running', done: row.done };
}

/** Requests the end of an import, in whichever process it runs. Returns false if none is running. */
export async function cancelRun(db: Db, name: RunName): Promise<boolean> {
  const { rowCount } = await db
    .update(bulkRuns)
    .set({ cancel_requested: true })
    .where(
      and(
        isNamed(name),
        sql`${bulkRuns.outcome} is null and ${bulkRuns.updated_at} >= now() - ${SILENCE}`,
      ),
    );
  return rowCount === 1;
}

function isNamed({ userId, idempotencyKey }: RunName) {
  return and(eq(bulkRuns.user_id, userId), eq(bulkRuns.idempotency_key, idempotencyKey));
}
