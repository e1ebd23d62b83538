import { and, asc, eq, gt, lt, ne, or } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { passkeyChallenges, passkeys } from '~/platform/database/schema/account';

/** The passkeys of an account, the oldest first. */
export function listPasskeys(db: Db, userId: number) {
  return db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      rpId: passkeys.rp_id,
      credentialId: passkeys.credential_id,
      transports: passkeys.transports,
      created_at: passkeys.created_at,
      last_used_at: passkeys.last_used_at,
    })
    .from(passkeys)
    .where(eq(passkeys.user_id, userId))
    .orderBy(asc(passkeys.id));
}

/** An account's passkey of this relying party with its public key, or null. */
export async function findPasskey(
  db: Db,
  { userId, credentialId, rpId }: { userId: number; credentialId: string; rpId: string },
) {
  const [passkey] = await db
    .select({
      id: passkeys.id,
      credentialId: passkeys.credential_id,
      publicKey: passkeys.public_key,
      counter: passkeys.counter,
    })
    .from(passkeys)
    .where(
      and(
        eq(passkeys.user_id, userId),
        eq(passkeys.credential_id, credentialId),
        eq(passkeys.rp_id, rpId),
      ),
    );
  return passkey ?? null;
}

/** Registers a passkey; returns false if it is registered already, for any account. */
export async function insertPasskey(tx: Db, passkey: typeof passkeys.$inferInsert) {
  const { rowCount } = await tx
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.credential_id });
  return rowCount === 1;
}

/**
 * Records the use of a passkey; false if its counter has not risen, which suggests a copy. Authenticators
 * that do not count always send 0. This is one statement, so that of two concurrent calls with one count
 * only one succeeds.
 */
export async function claimPasskeyCounter(db: Db, id: number, counter: number, now: Date) {
  const isUncounted = counter === 0 ? eq(passkeys.counter, 0) : undefined;
  const { rowCount } = await db
    .update(passkeys)
    .set({ counter, last_used_at: now })
    .where(and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), isUncounted)));
  return rowCount === 1;
}

/** Deletes a passkey; false if this account does not have it. */
export async function deletePasskey(tx: Db, userId: number, id: number): Promise<boolean> {
  const { rowCount } = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.user_id, userId)));
  return rowCount === 1;
}

/** Deletes all passkeys of an account and its open challenges. Returns the number of passkeys. */
export async function deletePasskeys(tx: Db, userId: number): Promise<number> {
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.user_id, userId));
  const { rowCount } = await tx.delete(passkeys).where(eq(passkeys.user_id, userId));
  return rowCount ?? 0;
}

/** The hosts that passkeys were made for, without this one. */
export async function findOtherRelyingParties(db: Db, rpId: string | null): Promise<string[]> {
  const rows = await db
    .selectDistinct({ rpId: passkeys.rp_id })
    .from(passkeys)
    .where(rpId === null ? undefined : ne(passkeys.rp_id, rpId))
    .orderBy(asc(passkeys.rp_id));
  return rows.map((row) => row.rpId);
}

/**
 * Takes a challenge; false if this account was not asked it for this purpose, or it was answered or has
 * expired. This is one statement, so that of two concurrent answers only one succeeds, even in different
 * processes.
 */
export async function takeChallenge(
  db: Db,
  { challenge, user_id, purpose }: Omit<typeof passkeyChallenges.$inferInsert, 'expires_at'>,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.user_id, user_id),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expires_at, now),
      ),
    );
  return rowCount === 1;
}
