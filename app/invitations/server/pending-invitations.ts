import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { createToken, hashToken } from '~/accounts/server/tokens';
import type { Db } from '~/platform/database/connect.server';
import { recordChange, type Actor } from '~/platform/database/record-change';
import { notFound } from '~/rpc/embedded/api-error';

const LINK_LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** End of a link that is mailed now. */
export const endOfLink = (now: Date) => new Date(now.getTime() + LINK_LIFETIME_MS);

/** The state of a mail, as its record shows it. */
export interface MailState {
  state: 'queued' | 'sent' | 'failed';
  detail: string | null;
  /** End of the new link. */
  expiresAt?: Date;
}

export type PendingInvitations = ReturnType<typeof pendingInvitations>;

/** Statements that are the same for invitations to a building and to become an administrator. */
export function pendingInvitations(table: PgTable, links: PgTable, isPending: SQL) {
  return {
    /** Locks a pending invitation until the transaction ends; false if it is no longer pending. */
    lock: async (db: Db, id: number): Promise<boolean> => {
      const { rowCount } = await db.execute(
        sql`select from ${table} where id = ${id} and ${isPending} for update`,
      );
      return rowCount === 1;
    },
    /** Deletes a pending invitation with its queued mail; its links stop working. @throws ApiError 404 */
    withdraw: async (db: Db, actor: Actor, id: number): Promise<void> => {
      const { rowCount } = await recordChange(db, { actor, action: 'deleted' }, (tx) =>
        tx.execute(sql`delete from ${table} where id = ${id} and ${isPending}`),
      );
      if (rowCount === 0) throw notFound('Invitation');
    },
    /** Makes a new link. Its token is not stored. */
    createLink: async (db: Db, id: number, publicUrl: string, now: Date) => {
      const token = createToken();
      const expiresAt = endOfLink(now);
      await db.execute(sql`
        insert into ${links} (token_hash, invitation_id, created_at, expires_at)
        values (${hashToken(token)}, ${id}, ${now.toISOString()}, ${expiresAt.toISOString()})`);
      return { link: `${publicUrl}/invitations/accept?token=${token}`, expiresAt };
    },
    setMailState: async (db: Db, id: number, mail: MailState, now: Date): Promise<void> => {
      await db.execute(sql`
        update ${table}
           set mail_state = ${mail.state}, mail_detail = ${mail.detail}, mail_updated_at = ${now.toISOString()},
               expires_at = greatest(expires_at, ${mail.expiresAt?.toISOString() ?? null}::timestamptz)
         where id = ${id}`);
    },
  };
}
