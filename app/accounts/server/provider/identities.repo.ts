import { and, asc, eq, exists, isNotNull, or, sql } from 'drizzle-orm';
import { erasedIdentities, identities } from '~/platform/database/schema/account';
import type { Db } from '~/platform/database/connect.server';
import { users } from '~/platform/database/schema/records';
import { hashToken } from '~/accounts/server/tokens';

/** Lists an account's identities at the provider, oldest first. */
export function listIdentities(db: Db, userId: number) {
  return db
    .select({
      id: identities.id,
      issuer: identities.issuer,
      subject: identities.subject,
      created_at: identities.created_at,
      last_used_at: identities.last_used_at,
    })
    .from(identities)
    .where(eq(identities.user_id, userId))
    .orderBy(asc(identities.id));
}

/** An account at the provider. */
export interface IdentityName {
  issuer: string;
  subject: string;
}

const isNamed = ({ issuer, subject }: IdentityName) =>
  and(eq(identities.issuer, issuer), eq(identities.subject, subject));

/**
 * Finds the account that an identity is linked to, and the source of its rights; null if it is not linked.
 */
export async function findIdentity(db: Db, name: IdentityName) {
  const [identity] = await db
    .select({ id: identities.id, userId: identities.user_id, claim: identities.claim })
    .from(identities)
    .where(isNamed(name));
  return identity ?? null;
}

/**
 * Records a use; false if the identity is no longer linked to this user. The row is locked, so an unlink
 * waits.
 */
export async function touchIdentity(
  tx: Db,
  { id, userId }: { id: number; userId: number },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(identities)
    .set({ last_used_at: now })
    .where(and(eq(identities.id, id), eq(identities.user_id, userId)));
  return rowCount === 1;
}

/** Records whether the claim's rights are held or lost; false if another sign-in was faster. */
export async function setClaim(
  tx: Db,
  id: number,
  { from, to }: Record<'from' | 'to', 'held' | 'lost'>,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(identities)
    .set({ claim: to })
    .where(and(eq(identities.id, id), eq(identities.claim, from)));
  return rowCount === 1;
}

/** Returns the new row's id, or null if the identity is already linked to an account. */
export async function insertIdentity(tx: Db, identity: typeof identities.$inferInsert) {
  const inserted = await tx
    .insert(identities)
    .values(identity)
    .onConflictDoNothing({ target: [identities.issuer, identities.subject] })
    .returning({ id: identities.id });
  return inserted[0]?.id ?? null;
}

/** True if an account's rights come from the claim of a linked identity, held or lost. */
export async function isByClaim(db: Db, userId: number): Promise<boolean> {
  const byClaim = and(eq(identities.user_id, userId), isNotNull(identities.claim));
  return (await db.$count(identities, byClaim)) > 0;
}

/** Detaches an account's rights from the claim, after they were given or withdrawn in the panel. */
export async function forgetClaims(tx: Db, userId: number): Promise<void> {
  await tx.update(identities).set({ claim: null }).where(eq(identities.user_id, userId));
}

/** Unlinks an identity. Returns false if the account does not have it. */
export async function deleteIdentity(tx: Db, userId: number, id: number): Promise<boolean> {
  const { rowCount } = await tx
    .delete(identities)
    .where(and(eq(identities.id, id), eq(identities.user_id, userId)));
  return rowCount === 1;
}

/** Deletes all identities of an account and returns them. */
export async function deleteIdentities(tx: Db, userId: number): Promise<IdentityName[]> {
  return tx
    .delete(identities)
    .where(eq(identities.user_id, userId))
    .returning({ issuer: identities.issuer, subject: identities.subject });
}

const hashName = ({ issuer, subject }: IdentityName) =>
  hashToken(JSON.stringify([issuer, subject]));

/**
 * Deletes the identities of an erased person. Their hashes stay, so that the claim does not make that
 * person an administrator again.
 */
export async function eraseIdentities(tx: Db, userId: number): Promise<void> {
  const erased = await deleteIdentities(tx, userId);
  if (erased.length === 0) return;
  const values = erased.map((name) => ({ name_hash: hashName(name) }));
  await tx.insert(erasedIdentities).values(values).onConflictDoNothing();
}

/** True if this identity belonged to a person who has been erased. */
export async function isErased(db: Db, name: IdentityName): Promise<boolean> {
  return (await db.$count(erasedIdentities, eq(erasedIdentities.name_hash, hashName(name)))) > 0;
}

/**
 * Condition of statements about users: the user can sign in, by the password or by a linked identity.
 * @param issuer of the settings' provider, or null without one: identities of a former provider sign nobody
 * in. Undefined allows any issuer
 */
export function hasWayIn(db: Db, issuer?: string | null) {
  const hasPassword = isNotNull(users.password_hash);
  return issuer === null ? hasPassword : or(hasPassword, isLinked(db, issuer));
}

/** Condition of statements about users: an identity is linked, of this issuer or of any. */
export function isLinked(db: Db, issuer?: string) {
  const ofIssuer = issuer === undefined ? undefined : eq(identities.issuer, issuer);
  return exists(
    db
      .select({ one: sql`1` })
      .from(identities)
      .where(and(eq(identities.user_id, users.id), ofIssuer)),
  );
}
