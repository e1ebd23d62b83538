import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { acceptExistingFormSchema, acceptFormSchema } from '~/invitations/acceptance';
import { findPasswordProblem } from '~/accounts/new-password';
import type { ProviderCode } from '~/accounts/provider';
import { secretsEqual } from '~/platform/secrets-equal.server';
import { findAccount } from '~/accounts/server/accounts.repo';
import { checkOwnPassword } from '~/accounts/server/check-password';
import { removePasswordLinks } from '~/accounts/server/password-links.repo';
import {
  deleteIdentities,
  findIdentity,
  hasWayIn,
} from '~/accounts/server/provider/identities.repo';
import { linkIdentity } from '~/accounts/server/provider/provider-accounts';
import { takeCode, type Target } from '~/accounts/server/provider/provider-sign-ins.repo';
import { invalidCode, type ProviderDeps } from '~/accounts/server/provider/round-trip';
import { endSessionsOf } from '~/accounts/server/sessions.repo';
import type { Db } from '~/platform/database/connect.server';
import type { ChangeTx } from '~/platform/database/record-change';
import { users } from '~/platform/database/schema/records';
import { sameEmail } from '~/platform/database/sql';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { invalidField, conflict } from '~/rpc/embedded/api-error';
import { parseInput } from '~/rpc/embedded/validation';
import type { OpenInvitation } from './open-link';

type LockedAccount = Awaited<ReturnType<typeof lockAccount>>;

/** Admits the person who accepts: returns the account's id, or null if the account has just changed. */
export type Admit = (tx: ChangeTx, account: LockedAccount, now: Date) => Promise<number | null>;

/** Returns an account that can sign in. A closed account counts as none (docs/decisions/0009). */
export function canSignIn(account: Awaited<ReturnType<typeof findAccount>>) {
  return account?.is_active && account.has_way_in ? account : null;
}

/**
 * Identifies the person by the account's password, or takes the password of a new account.
 * @throws ApiError 422 for the fields, 429 after too many wrong passwords
 */
export async function identify(
  deps: ApiDeps,
  { email, isMailed }: OpenInvitation,
  body: object,
  address: string,
): Promise<Admit> {
  const known = canSignIn(await findAccount(deps.db, email));
  if (known) {
    const { password } = parseInput(acceptExistingFormSchema, body);
    const message = 'wrong_account_password';
    await checkOwnPassword(deps, known, { password, address, field: 'password', message });
    return async (tx, account, now) => {
      const current = account?.is_active ? account.password_hash : null;
      // Without a current password, no password is right.
      const isSame = current !== null && secretsEqual(current, known.password_hash ?? '');
      if (!account || !isSame) return null;
      return isMailed ? markVerified(tx, account.id, now) : account.id;
    };
  }
  const { first_name, last_name, password } = parseInput(acceptFormSchema, body);
  const problem = findPasswordProblem(password, email);
  if (problem !== null) throw invalidField('password', problem);
  const credentials = { first_name, last_name, password_hash: await deps.passwords.hash(password) };
  return async (tx, account, now) =>
    isOpen(account) ? null : openAccount(tx, account, { email, isMailed, ...credentials }, now);
}

const isOpen = (account: LockedAccount) => account?.is_active === true && account.hasWayIn;

/** Opens a closed account again for the person who accepts. */
function openAccount(tx: ChangeTx, closed: LockedAccount, account: NewAccount, now: Date) {
  return closed ? reopenAccount(tx, closed.id, account, now) : insertAccount(tx, account, now);
}

/** The provider's answer is valid only for the invitation of this link. */
export const acceptanceOf = (token: string): Target => ({ purpose: 'accept', of: token });

/**
 * Identifies the person by the provider: the link proves the invitation, the provider the person. Accepts
 * with the linked account, or with a new one for an address without an account. An account with another way
 * to sign in is never taken over; its owner enters the password.
 * @throws ApiError 404 for an invalid code
 */
export async function identifyByProvider(
  { db, clock, provider }: ProviderDeps,
  { email, kind, isMailed }: OpenInvitation,
  token: string,
  sent: ProviderCode,
): Promise<Admit> {
  const { issuer } = provider;
  const answer = await takeCode(db, { ...sent, issuer, ...acceptanceOf(token) }, clock());
  if (!answer) throw invalidCode();
  const name = { issuer, subject: answer.subject };
  const { first_name, last_name } = answer.claims;
  const credentials = { first_name, last_name, password_hash: null };
  return async (tx, account, now) => {
    if (account && isOpen(account)) {
      const identity = await findIdentity(tx, name);
      if (identity?.userId !== account.id) throw conflict('account_exists');
      return isMailed ? markVerified(tx, account.id, now) : account.id;
    }
    // Only administrators get new accounts by the provider.
    if (kind === 'place') return null;
    const id = await openAccount(tx, account, { email, isMailed, ...credentials }, now);
    if (id !== null) await linkIdentity(tx, provider.name, { ...name, user_id: id });
    return id;
  };
}

/**
 * Finds and locks the account of an invitation until the transaction ends: the account of its address,
 * otherwise the invited person without an e-mail address; null if there is none.
 */
export async function lockAccount(db: Db, { email, user_id = null }: Addressee) {
  const isInvited = user_id === null ? undefined : and(eq(users.id, user_id), isNull(users.email));
  const [account] = await db
    .select({
      id: users.id,
      password_hash: users.password_hash,
      is_active: users.is_active,
      hasWayIn: sql<boolean>`${hasWayIn(db)}`,
    })
    .from(users)
    .where(or(sameEmail(users.email, email), isInvited))
    .orderBy(users.email)
    .limit(1)
    .for('no key update');
  return account ?? null;
}

interface Addressee {
  email: string;
  user_id?: number | null;
}

interface NewAccount {
  email: string;
  /** False for a letter: its code proves nothing about the address. */
  isMailed: boolean;
  first_name: string | null;
  last_name: string | null;
  /** Null if the person signs in by the provider. */
  password_hash: string | null;
}

/** Creates an account; null if the address has just got another one. */
async function insertAccount(db: ChangeTx, { isMailed, ...account }: NewAccount, now: Date) {
  const [row] = await db
    .insert(users)
    .values({ ...account, email_verified: isMailed, created_at: now, updated_at: now })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return row?.id ?? null;
}

/** Reopens a closed account and removes its former sign-in methods. @returns its id */
async function reopenAccount(
  db: ChangeTx,
  id: number,
  { email, isMailed, password_hash, first_name, last_name }: NewAccount,
  now: Date,
): Promise<number> {
  await db
    .update(users)
    .set({
      email: sql`coalesce(${users.email}, ${email})`,
      password_hash,
      // A provider may send no name.
      first_name: first_name ?? undefined,
      last_name: last_name ?? undefined,
      is_active: true,
      merged_into: null,
      // Only an administrator's invitation gives rights.
      is_superuser: false,
      email_verified: isMailed,
      updated_at: now,
    })
    .where(eq(users.id, id));
  await removePasswordLinks(db, id);
  await deleteIdentities(db, id);
  await endSessionsOf(db, id);
  return id;
}

/** Marks the address as verified, since the person has opened the mailed link. @returns the account's id */
async function markVerified(db: ChangeTx, id: number, now: Date): Promise<number> {
  await db.update(users).set({ email_verified: true, updated_at: now }).where(eq(users.id, id));
  return id;
}
