import { sql } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { oneRow } from '~/platform/database/sql';

/** Operational metrics of all processes. Ages are in seconds by the database's clock. */
export interface Operations {
  mails: number;
  /** Age of the oldest queued mail; 0 without one. */
  oldest_mail_age_seconds: number;
  /** Age of the last successful backup; null if `npm run backup` has made none. */
  backup_age_seconds: number | null;
}

const seconds = (instant: string) =>
  sql.raw(`greatest(0, extract(epoch from now() - ${instant}))::float8`);

export async function readOperations(db: Db): Promise<Operations> {
  const { rows } = await db.execute<Operations & Record<string, unknown>>(sql`
    select count(*)::int as mails, ${seconds('min(created_at)')} as oldest_mail_age_seconds,
           (select ${seconds('started_at')} from job_runs where name = 'backup') as backup_age_seconds
      from mail_queue`);
  return oneRow(rows);
}
