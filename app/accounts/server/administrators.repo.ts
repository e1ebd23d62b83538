import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import type { ChangeTx } from '~/platform/database/record-change';
import { administratorInvitations } from '~/platform/database/schema/account';
import { accountEmail, users } from '~/platform/database/schema/records';
import { sameEmail } from '~/platform/database/sql';
import { removePasswordLinks } from './password-links.repo';
import { forgetClaims } from '~/accounts/server/provider/identities.repo';
import { endSessionsOf } from './sessions.repo';

export const isAdministrator = and(eq(users.is_superuser, true), eq(users.is_active, true));

/** The active super administrators, by e-mail. */
export async function listAdministrators(db: Db) {
  return db
    .select({
      id: users.id,
      email: accountEmail,
      first_name: users.first_name,
      last_name: users.last_name,
      last_login: users.last_login,
    })
    .from(users)
    .where(isAdministrator)
    .orderBy(asc(sql`lower(${users.email})`));
}

/** Returns if the user is an administrator, and keeps it so until the transaction ends. */
export async function lockRights(tx: ChangeTx, userId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isAdministrator))
    .for('share');
  return rows.length > 0;
}

/** Makes an account a super administrator's, or no longer. Its sessions end: what they may do has changed. */
export async function setRights(tx: ChangeTx, userId: number, is_superuser: boolean, now: Date) {
  await tx.update(users).set({ is_superuser, updated_at: now }).where(eq(users.id, userId));
  await endSessionsOf(tx, userId);
}

/** Ends everything that would let a removed person come back, including invitations they have sent. */
export async function endAccess(tx: ChangeTx, { id, email }: { id: number; email: string | null }) {
  await endSessionsOf(tx, id);
  await forgetClaims(tx, id);
  await removePasswordLinks(tx, id);
  await tx
    .delete(administratorInvitations)
    .where(
      and(
        isNull(administratorInvitations.accepted_at),
        or(
          eq(administratorInvitations.invited_by, id),
          sameEmail(administratorInvitations.email, email),
        ),
      ),
    );
}
