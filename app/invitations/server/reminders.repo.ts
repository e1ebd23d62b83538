import { sql } from 'drizzle-orm';
import { z } from '~/fields/zod';
import type { Db } from '~/platform/database/connect.server';
import type { ChangeTx } from '~/platform/database/record-change';
import { intArray, oneRow } from '~/platform/database/sql';
import { endLetters } from './links.repo';

const DAY_MS = 24 * 60 * 60_000;

/** Most reminders of one call, so that a click never floods the mail server. */
export const REMINDERS_AT_ONCE = 500;

/**
 * The invitations that "Remind all" mails (docs/behaviour/invitations.md, "Reminders"). A mail that is
 * queued or was requested within a day counts as sent, so that a second click sends nothing. Invitations
 * that were never mailed get no reminder.
 */
const dueAt = (now: Date) => {
  const daysFromNow = (days: number) =>
    sql`${new Date(now.getTime() + days * DAY_MS).toISOString()}::timestamptz`;
  return sql`
    select id from invitations
     where status = 'pending' and email is not null and mail_state in ('sent', 'failed') and reminders < 3
       and last_sent_at <= ${daysFromNow(-1)}
       and expires_at > ${daysFromNow(-30)} and expires_at <= ${daysFromNow(3)}
     order by expires_at, id
     limit ${REMINDERS_AT_ONCE}`;
};

const counted = z.object({ count: z.int() });

export async function countDueReminders(db: Db, now: Date): Promise<number> {
  const { rows } = await db.execute(sql`select count(*)::int as count from (${dueAt(now)}) due`);
  return counted.parse(oneRow(rows)).count;
}

const idRow = z.object({ id: z.int() }).transform(({ id }) => id);

/** Queues a mail with a new link for each due invitation; returns their number. */
export async function queueReminders(tx: ChangeTx, now: Date): Promise<number> {
  const at = now.toISOString();
  const { rows } = await tx.execute(sql`
    update invitations
       set reminders = reminders + 1, last_sent_at = ${at}, mail_state = 'queued', mail_detail = null,
           mail_updated_at = ${at}
     where id = any(array(${dueAt(now)} for update))
    returning id`);
  if (rows.length === 0) return 0;
  const reminded = idRow.array().parse(rows);
  await endLetters(tx, reminded, now);
  const ids = intArray(reminded);
  await tx.execute(sql`
    insert into mail_queue (invitation_id, next_attempt_at, created_at)
    select id, ${at}::timestamptz, ${at}::timestamptz from unnest(${ids}) id
    on conflict (invitation_id) do update
       set attempts = 0, next_attempt_at = excluded.next_attempt_at, claim = null`);
  await tx.execute(
    sql`select record_event('resent', 'invitation', id, null::jsonb) from unnest(${ids}) id`,
  );
  return rows.length;
}
