import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/connect.server';
import type { ChangeTx } from '../db/record-change';

interface MailState {
  state: 'queued' | 'sent' | 'failed';
  detail: string | null;
  /** The end of the new link. */
  expiresAt?: Date;
}

/** The statements that invitations to a building and those to become an administrator share. */
export function pendingInvitations(table: PgTable, isPending: SQL) {
  return {
    /** Locks a pending invitation until the transaction ends; false when it is no longer pending. */
    lock: async (db: Db, id: number): Promise<boolean> => {
      const { rowCount } = await db.execute(
        sql`select from ${table} where id = ${id} and ${isPending} for update`,
      );
      return rowCount === 1;
    },
    /** Deletes a pending invitation with its queued mail; its links stop working. False when there was none. */
    remove: async (tx: ChangeTx, id: number): Promise<boolean> => {
      const { rowCount } = await tx.execute(
        sql`delete from ${table} where id = ${id} and ${isPending}`,
      );
      return rowCount === 1;
    },
    /** Stores the state of an invitation's mail. */
    setMailState: async (db: Db, id: number, mail: MailState, now: Date): Promise<void> => {
      await db.execute(sql`
        update ${table}
           set mail_state = ${mail.state}, mail_detail = ${mail.detail}, mail_updated_at = ${now.toISOString()},
               expires_at = coalesce(${mail.expiresAt?.toISOString() ?? null}, expires_at)
         where id = ${id}`);
    },
  };
}
