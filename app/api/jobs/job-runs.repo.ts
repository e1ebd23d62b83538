import { lte } from 'drizzle-orm';
import type { Db } from '../db/connect.server';
import { jobRuns } from '../db/operations-schema';

/** Whether the job is this process's to run now: it is not where any process has started it after `notSince`. */
export async function claimJobRun(
  db: Db,
  name: string,
  { now, notSince }: { now: Date; notSince: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .insert(jobRuns)
    .values({ name, started_at: now })
    .onConflictDoUpdate({
      target: jobRuns.name,
      set: { started_at: now },
      setWhere: lte(jobRuns.started_at, notSince),
    });
  return rowCount === 1;
}
