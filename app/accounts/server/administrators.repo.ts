import { and, asc, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Rights } from '~/accounts/rights';
import type { Db } from '~/platform/database/connect.server';
import type { ChangeTx } from '~/platform/database/record-change';
import { administratorInvitations } from '~/platform/database/schema/account';
import { accountEmail, users } from '~/platform/database/schema/records';
import { sameEmail } from '~/platform/database/sql';
import { forbidden, signInRequired } from '~/rpc/embedded/api-error';
import { removePasswordLinks } from './password-links.repo';
import { forgetClaims } from '~/accounts/server/provider/identities.repo';
import { endSessionsOf } from './sessions.repo';

export const isAdministrator = and(eq(users.is_superuser, true), eq(users.is_active, true));

export const hasAllRights = and(isAdministrator, eq(users.rights, 'all'));

/** The active super administrators, by e-mail. */
export async function listAdministrators(db: Db) {
  return db
    .select({
      id: users.id,
      email: accountEmail,
      first_name: users.first_name,
      last_name: users.last_name,
      rights: users.rights,
      last_login: users.last_login,
    })
    .from(users)
    .where(isAdministrator)
    .orderBy(asc(sql`lower(${users.email})`));
}

/**
 * Checks that the user is an administrator with all rights, and locks the row until the transaction ends.
 * @throws ApiError 401 if the user is no administrator, 403 for one with fewer rights
 */
export async function lockRights(tx: ChangeTx, userId: number): Promise<void> {
  const rows = await tx
    .select({ id: users.id, rights: users.rights })
    .from(users)
    .where(and(eq(users.id, userId), isAdministrator))
    .for('share');
  assertAllRights(rows, userId);
}

/** Checks that the user is one of these administrators, with all rights. @throws ApiError 401, 403 */
export function assertAllRights(
  administrators: ReadonlyArray<{ id: number; rights: Rights }>,
  userId: number,
): void {
  const own = administrators.find(({ id }) => id === userId);
  if (!own) throw signInRequired();
  if (own.rights !== 'all') throw forbidden('rights_missing');
}

/**
 * Gives or withdraws an account's super administrator rights; without `rights` it keeps its earlier ones.
 * Its sessions end, since they were started with other rights.
 */
export async function setRights(
  tx: ChangeTx,
  userId: number,
  given: { is_superuser: boolean; rights?: Rights },
  now: Date,
): Promise<void> {
  await tx
    .update(users)
    .set({ ...given, updated_at: now })
    .where(eq(users.id, userId));
  await endSessionsOf(tx, userId);
}

/**
 * Changes an administrator's rights; sessions and tokens follow from their next call on. Without the right
 * to invite, the person's pending invitations end.
 */
export async function changeRights(tx: ChangeTx, userId: number, rights: Rights, now: Date) {
  await tx.update(users).set({ rights, updated_at: now }).where(eq(users.id, userId));
  if (rights !== 'all')
    await removeInvitations(tx, eq(administratorInvitations.invited_by, userId));
}

/** Ends everything by which a removed person could come back, including invitations they have sent. */
export async function endAccess(tx: ChangeTx, { id, email }: { id: number; email: string | null }) {
  await endSessionsOf(tx, id);
  await forgetClaims(tx, id);
  await removePasswordLinks(tx, id);
  const own = sameEmail(administratorInvitations.email, email);
  await removeInvitations(tx, or(eq(administratorInvitations.invited_by, id), own));
}

async function removeInvitations(tx: ChangeTx, which: SQL | undefined): Promise<void> {
  const pending = isNull(administratorInvitations.accepted_at);
  await tx.delete(administratorInvitations).where(and(pending, which));
}
