import { and, eq, sql } from 'drizzle-orm';
import { bulkProgressSchema, type BulkProgress } from '~/contract/bulk-imports';
import type { Db } from '../../db/connect.server';
import { bulkRuns } from '../../db/bulk-schema';
import { toJsonbText } from '../../db/jsonb-text';

/** How an import ended. */
export type ImportOutcome = Exclude<BulkProgress, { state: 'running' | 'unknown' }>;

/** Whose import, by which Idempotency-Key. */
export interface RunName {
  userId: number;
  idempotencyKey: string;
}

/** A process without a report for this long is dead: they report every half second. */
const SILENCE = sql`interval '5 seconds'`;
/** How long the result of an import is kept for a screen that was reloaded. */
const MEMORY = sql`interval '10 minutes'`;

/** Claims the import for the caller; false while another process runs it. */
export async function claimRun(
  db: Db,
  { userId, idempotencyKey }: RunName,
  run: { hash: string; claim: string },
): Promise<boolean> {
  await db.execute(sql`delete from ${bulkRuns} where updated_at < now() - ${MEMORY}`);
  const { rowCount } = await db.execute(sql`
    insert into ${bulkRuns} as r (user_id, idempotency_key, hash, claim)
    values (${userId}, ${idempotencyKey}, ${run.hash}, ${run.claim}::uuid)
    on conflict (user_id, idempotency_key) do update
      set hash = excluded.hash, claim = excluded.claim, done = 0, outcome = null,
          cancel_requested = false, updated_at = now()
      where r.outcome is not null or r.updated_at < now() - ${SILENCE}`);
  return rowCount === 1;
}

/** Reports that the run is alive and its progress; returns whether it was cancelled. */
export async function reportRun(db: Db, claim: string, done: number): Promise<boolean> {
  const [row] = await db
    .update(bulkRuns)
    .set({ done, updated_at: sql`now()` })
    .where(eq(bulkRuns.claim, claim))
    .returning({ cancel: bulkRuns.cancel_requested });
  return row?.cancel ?? false;
}

export async function endRun(db: Db, claim: string, outcome: ImportOutcome): Promise<void> {
  await db
    .update(bulkRuns)
    .set({ outcome: sql`${toJsonbText(outcome)}::jsonb`, updated_at: sql`now()` })
    .where(eq(bulkRuns.claim, claim));
}

/** The state of an import; null for an unknown one, and for one whose process has died. */
export async function findRun(
  db: Db,
  { userId, idempotencyKey }: RunName,
): Promise<{ hash: string; progress: Exclude<BulkProgress, { state: 'unknown' }> } | null> {
  const [row] = await db
    .select({
      hash: bulkRuns.hash,
      done: bulkRuns.done,
      outcome: bulkRuns.outcome,
      silent: sql<boolean>`${bulkRuns.updated_at} < now() - ${SILENCE}`,
    })
    .from(bulkRuns)
    .where(and(eq(bulkRuns.user_id, userId), eq(bulkRuns.idempotency_key, idempotencyKey)));
  if (!row) return null;
  if (row.outcome === null) {
    return row.silent ? null : { hash: row.hash, progress: { state: 'running', done: row.done } };
  }
  const progress = bulkProgressSchema.parse(row.outcome);
  return progress.state === 'unknown' ? null : { hash: row.hash, progress };
}

/** False when there was none to cancel. */
export async function requestCancel(db: Db, { userId, idempotencyKey }: RunName): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update ${bulkRuns} set cancel_requested = true
     where user_id = ${userId} and idempotency_key = ${idempotencyKey} and outcome is null
       and updated_at >= now() - ${SILENCE}`);
  return rowCount === 1;
}
