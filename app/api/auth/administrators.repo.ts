import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../db/connect.server';
import type { ChangeTx } from '../db/record-change';
import { administratorInvitations } from '../db/account-schema';
import { users } from '../db/schema';
import { removePasswordLinks } from './password-links.repo';
import { endSessionsOf } from './sessions.repo';

export const isAdministrator = and(eq(users.is_superuser, true), eq(users.is_active, true));

/** The active super administrators, by e-mail. */
export async function listAdministrators(db: Db) {
  return db
    .select({
      id: users.id,
      email: users.email,
      first_name: users.first_name,
      last_name: users.last_name,
      last_login: users.last_login,
    })
    .from(users)
    .where(isAdministrator)
    .orderBy(asc(sql`lower(${users.email})`));
}

/**
 * Locks a user and every active administrator until the transaction ends, so that administrators who remove each other
 * do so one after the other; those who are no longer one when their turn comes are not among `administrators`. Null
 * when there is no such user.
 */
export async function lockUserAndAdministrators(db: Db, id: number) {
  const locked = await db
    .select({
      id: users.id,
      email: users.email,
      is_active: users.is_active,
      is_superuser: users.is_superuser,
      hasPassword: sql<boolean>`${isNotNull(users.password_hash)}`,
    })
    .from(users)
    .where(or(eq(users.id, id), isAdministrator))
    .orderBy(asc(users.id))
    .for('no key update');
  const user = locked.find((row) => row.id === id);
  const administrators = locked.filter((row) => row.is_superuser && row.is_active);
  return user ? { user, administrators } : null;
}

/** Whether a user is an administrator; one who is stays one until the transaction ends. */
export async function holdRights(tx: ChangeTx, userId: number): Promise<boolean> {
  const held = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isAdministrator))
    .for('share');
  return held.length > 0;
}

/** Makes an account a super administrator's. Its sessions end: what they may do has changed. */
export async function grantRights(tx: ChangeTx, userId: number, now: Date): Promise<void> {
  await tx.update(users).set({ is_superuser: true, updated_at: now }).where(eq(users.id, userId));
  await endSessionsOf(tx, userId);
}

/** Withdraws a super administrator's rights; the account stays. */
export async function withdrawRights(
  tx: ChangeTx,
  user: { id: number; email: string },
  now: Date,
): Promise<void> {
  await tx.update(users).set({ is_superuser: false, updated_at: now }).where(eq(users.id, user.id));
  await endAccess(tx, user);
}

/**
 * Everything by which someone who was removed could come back: sessions, links that set the password, and invitations
 * to become an administrator, to this person or sent by this person.
 */
export async function endAccess(
  tx: ChangeTx,
  { id, email }: { id: number; email: string },
): Promise<void> {
  await endSessionsOf(tx, id);
  await removePasswordLinks(tx, id);
  await tx
    .delete(administratorInvitations)
    .where(
      and(
        isNull(administratorInvitations.accepted_at),
        or(
          eq(administratorInvitations.invited_by, id),
          eq(sql`lower(${administratorInvitations.email})`, sql`lower(${email})`),
        ),
      ),
    );
}
