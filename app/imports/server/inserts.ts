import { languageOf } from '~/accounts/server/accounts.repo';
import { sql, type SQL } from 'drizzle-orm';
import { apartmentFields } from '~/apartments/fields';
import type { BulkType } from '~/imports/schema';
import { condoFields } from '~/condos/fields';
import { invitationFields } from '~/invitations/fields';
import { z } from '~/fields/zod';
import { columnList } from '~/platform/database/schema/field-columns';
import type { ChangeTx } from '~/platform/database/record-change';
import { endOfLink } from '~/invitations/server/pending-invitations';

/** The administrator who creates the rows, and the time. */
export interface Creator {
  userId: number;
  now: Date;
  /** Time when mails are due; null for no mails. */
  mailsAt: Date | null;
}

const countRows = z.tuple([z.object({ count: z.int() })]);

/** Inserts checked rows; returns their number. @throws DrizzleQueryError after a concurrent change */
export async function insertRows(
  db: ChangeTx,
  type: PlainType,
  rows: readonly unknown[],
  creator: Creator,
): Promise<number> {
  const list = sql`${JSON.stringify(rows)}::json`;
  const { rows: inserted } = await db.execute(INSERTS[type](list, creator));
  return countRows.parse(inserted)[0].count;
}

/** A type whose rows are inserted directly. */
type PlainType = Exclude<BulkType, 'tenancy'>;

type Insert = (rows: SQL, creator: Creator) => SQL;

const insertInto =
  (table: SQL, columns: SQL): Insert =>
  (rows, { now }) =>
    sql`
    with created as (
    insert into ${table} (${columns}, created_at, updated_at)
    select ${columns}, ${now}::timestamptz, ${now}::timestamptz
      from json_populate_recordset(null::${table}, ${rows})
    returning id)
    select count(*)::int as count from created`;

const INSERTS: Readonly<Record<PlainType, Insert>> = {
  condo: insertInto(sql`condos`, columnList(condoFields)),
  apartment: insertInto(sql`apartments`, columnList(apartmentFields)),
  // The mails are sent from the queue, which sees them after the commit.
  user_invite: (rows, { userId, now, mailsAt }) => sql`
    with invited as (
      insert into invitations (${columnList(invitationFields)}, invited_by, language, created_at,
                               expires_at, last_sent_at, mail_updated_at, mail_state)
      select ${columnList(invitationFields)}, ${userId}, ${languageOf(userId)}, ${now}::timestamptz,
             ${endOfLink(now)}::timestamptz, ${now}::timestamptz,
             ${now}::timestamptz, ${mailsAt ? 'queued' : 'none'}
        from json_populate_recordset(null::invitations, ${rows})
      returning id
    ), queued as (
      insert into mail_queue (invitation_id, next_attempt_at, created_at)
      select id, ${mailsAt}::timestamptz, ${now}::timestamptz from invited
       where ${mailsAt !== null}
    )
    select count(*)::int as count from invited`,
};
