import { eq, sql } from 'drizzle-orm';
import { removePasswordLinks } from '../auth/password-links.repo';
import { deleteIdentities, hasWayIn } from '../auth/provider/identities.repo';
import { endSessionsOf } from '../auth/sessions.repo';
import type { Db } from '../db/connect.server';
import type { ChangeTx } from '../db/record-change';
import { users } from '../db/schema';
import { sameEmail } from '../db/search';

/** The account of an address, locked until the transaction ends; null when there is none. */
export async function lockAccount(db: Db, email: string) {
  const [account] = await db
    .select({
      id: users.id,
      password_hash: users.password_hash,
      is_active: users.is_active,
      hasWayIn: sql<boolean>`${hasWayIn(db)}`,
    })
    .from(users)
    .where(sameEmail(users.email, email))
    .for('no key update');
  return account ?? null;
}

export interface NewAccount {
  email: string;
  first_name: string | null;
  last_name: string | null;
  /** Null where the provider signs in. */
  password_hash: string | null;
}

/** Creates an account; null when the address has just got one. */
export async function insertAccount(db: ChangeTx, account: NewAccount, now: Date) {
  const [row] = await db
    .insert(users)
    .values({ ...account, email_verified: true, created_at: now, updated_at: now })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return row?.id ?? null;
}

/** Reopens a closed account: nothing of what signed in to it is left. @returns its id */
export async function reopenAccount(
  db: ChangeTx,
  id: number,
  { password_hash, first_name, last_name }: NewAccount,
  now: Date,
): Promise<number> {
  await db
    .update(users)
    .set({
      password_hash,
      // A provider may say none.
      first_name: first_name ?? undefined,
      last_name: last_name ?? undefined,
      is_active: true,
      // The rights take an invitation of their own kind.
      is_superuser: false,
      email_verified: true,
      updated_at: now,
    })
    .where(eq(users.id, id));
  await removePasswordLinks(db, id);
  await deleteIdentities(db, id);
  await endSessionsOf(db, id);
  return id;
}

/** Marks the address as verified: the person opened the mailed link and knows the password. @returns the account's id */
export async function markVerified(db: ChangeTx, id: number, now: Date): Promise<number> {
  await db.update(users).set({ email_verified: true, updated_at: now }).where(eq(users.id, id));
  return id;
}
