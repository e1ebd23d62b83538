import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { oneRow, sameEmail } from '~/platform/database/sql';
import { recordEvent, type ChangeTx } from '~/platform/database/record-change';
import { accountEmail, users } from '~/platform/database/schema/records';
import { notFound } from '~/rpc/embedded/api-error';
import { endSessionsOf } from './sessions.repo';
import { hasAllRights } from './administrators.repo';
import { hasWayIn } from '~/accounts/server/provider/identities.repo';

const accountColumns = {
  id: users.id,
  email: accountEmail,
  first_name: users.first_name,
  last_name: users.last_name,
  password_hash: users.password_hash,
  is_active: users.is_active,
  is_superuser: users.is_superuser,
  rights: users.rights,
  language: users.language,
  proposal_mails: users.proposal_mails,
};

/** The account of an address, active or not; addresses are compared without regard to case. */
export async function findAccount(db: Db, email: string) {
  const columns = { ...accountColumns, has_way_in: sql<boolean>`${hasWayIn(db)}` };
  const [account] = await db.select(columns).from(users).where(sameEmail(users.email, email));
  return account ?? null;
}

export async function findAccountById(db: Db, userId: number) {
  const [account] = await db.select(accountColumns).from(users).where(eq(users.id, userId));
  return account ?? null;
}

/** Finds an account that must exist. @throws ApiError 404 */
export async function requireAccount(db: Db, userId: number) {
  const account = await findAccountById(db, userId);
  if (!account) throw notFound('Account');
  return account;
}

/** The language of an account, as a value of a statement. */
export function languageOf(userId: number | null): SQL<string | null> {
  return sql`(select language from users where id = ${userId})`;
}

/** Takes over the language of an accepted invitation, unless the person has chosen one. */
export async function setFirstLanguage(db: Db, userId: number, language: string): Promise<void> {
  const isUnset = isNull(users.language);
  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, userId), isUnset));
}

/**
 * Records a sign-in. Returns false if the password has changed since it was checked, or the account is
 * closed. The row stays locked until the transaction ends, so that a concurrent change waits and then also
 * ends this session.
 */
export async function recordLogin(
  db: Db,
  { id, password_hash }: { id: number; password_hash: string | null },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db
    .update(users)
    .set({ last_login: now })
    .where(and(eq(users.id, id), eq(users.is_active, true), hasPassword(password_hash)));
  return rowCount === 1;
}

function hasPassword(hash: string | null): SQL {
  return sql`${users.password_hash} is not distinct from ${hash}::text`;
}

/**
 * Changes a password and records that. With `oldHash` it returns false if the password is another one by
 * now.
 */
export async function changePassword(
  db: ChangeTx,
  { userId, oldHash, newHash }: { userId: number; oldHash?: string | null; newHash: string },
  now: Date,
): Promise<boolean> {
  const isOld = oldHash === undefined ? undefined : hasPassword(oldHash);
  const { rowCount } = await db
    .update(users)
    .set({ password_hash: newHash, updated_at: now })
    .where(and(eq(users.id, userId), isOld));
  if (rowCount === 0) return false;
  await recordEvent(db, 'password_set', { kind: 'user', id: userId });
  return true;
}

/**
 * True if an administrator with all rights can sign in.
 * @param issuer of the settings' provider, null without one
 */
export async function hasAdministrator(db: Db, issuer: string | null): Promise<boolean> {
  return (await db.$count(users, and(hasAllRights, hasWayIn(db, issuer)))) > 0;
}

/** Creates or promotes an administrator with all rights and ends older sessions. @returns the account's id */
export async function saveAdministrator(db: ChangeTx, email: string, passwordHash: string | null) {
  const rights = {
    password_hash: passwordHash,
    is_superuser: true,
    rights: 'all' as const,
    is_active: true,
    merged_into: null,
    email_verified: true,
  };
  const [promoted] = await db
    .update(users)
    .set(rights)
    .where(sameEmail(users.email, email))
    .returning({ id: users.id });
  if (promoted) {
    await endSessionsOf(db, promoted.id);
    return promoted.id;
  }
  const made = await db
    .insert(users)
    .values({ email, ...rights })
    .returning({ id: users.id });
  return oneRow(made).id;
}
