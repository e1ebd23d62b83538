import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../db/connect.server';
import { recordEvent, type ChangeTx } from '../db/record-change';
import { authenticators, recoveryCodes } from '../db/account-schema';
import { users } from '../db/schema';
import { hashRecoveryCode } from './recovery-codes';

/** The authenticator app of an account with its sealed secrets, confirmed or not; null when there is none. */
export async function findAuthenticator(db: Db, userId: number) {
  const [found] = await db
    .select({
      secret: authenticators.secret,
      addedAt: authenticators.added_at,
      pendingSecret: authenticators.pending_secret,
      pendingUntil: authenticators.pending_until,
    })
    .from(authenticators)
    .where(eq(authenticators.user_id, userId));
  return found ?? null;
}

/** Whether signing in to an account takes more than its password. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const apps = db
    .select({ one: sql`1` })
    .from(authenticators)
    .where(and(eq(authenticators.user_id, userId), isNotNull(authenticators.secret)));
  const { rows } = await db.execute(sql`select 1 where exists ${apps}`);
  return rows.length > 0;
}

/** Starts setting up an app; one that is in use stays until the new one is confirmed. */
export async function savePendingSecret(
  db: Db,
  userId: number,
  { secret, until }: { secret: string; until: Date },
): Promise<void> {
  const pending = { pending_secret: secret, pending_until: until };
  await db
    .insert(authenticators)
    .values({ user_id: userId, ...pending })
    .onConflictDoUpdate({ target: authenticators.user_id, set: pending });
}

/** The app that was being set up is in use from now on; false when it was another one, or its time is over. */
export async function confirmAuthenticator(
  db: Db,
  userId: number,
  { pendingSecret, step, now }: { pendingSecret: string; step: number; now: Date },
): Promise<boolean> {
  const confirmed = await db
    .update(authenticators)
    .set({
      secret: pendingSecret,
      added_at: now,
      last_step: step,
      pending_secret: null,
      pending_until: null,
    })
    .where(
      and(
        eq(authenticators.user_id, userId),
        eq(authenticators.pending_secret, pendingSecret),
        gt(authenticators.pending_until, now),
      ),
    )
    .returning({ userId: authenticators.user_id });
  return confirmed.length > 0;
}

/** Uses up the code of a time step and all before it; false when it was used. One statement: of two at once, one passes. */
export async function claimTotpStep(db: Db, userId: number, step: number): Promise<boolean> {
  const claimed = await db
    .update(authenticators)
    .set({ last_step: step })
    .where(
      and(
        eq(authenticators.user_id, userId),
        isNotNull(authenticators.secret),
        or(isNull(authenticators.last_step), lt(authenticators.last_step, step)),
      ),
    )
    .returning({ userId: authenticators.user_id });
  return claimed.length > 0;
}

/** Uses up a recovery code; false when there is no such code, or it was used. */
export async function claimRecoveryCode(
  db: Db,
  userId: number,
  typed: string,
  now: Date,
): Promise<boolean> {
  const claimed = await db
    .update(recoveryCodes)
    .set({ used_at: now })
    .where(
      and(
        eq(recoveryCodes.user_id, userId),
        eq(recoveryCodes.code_hash, hashRecoveryCode(typed)),
        isNull(recoveryCodes.used_at),
      ),
    )
    .returning({ userId: recoveryCodes.user_id });
  return claimed.length > 0;
}

export function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  return db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.user_id, userId), isNull(recoveryCodes.used_at)),
  );
}

/** These codes take the place of all earlier ones. */
export async function replaceRecoveryCodes(
  tx: Db,
  userId: number,
  codes: readonly string[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(code) })));
}

/** Changes of one account's factors are made one after the other. */
export async function lockFactors(tx: Db, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/** Also one that is not confirmed; false when there was none in use. */
export async function removeAuthenticator(db: Db, userId: number): Promise<boolean> {
  const removed = await db
    .delete(authenticators)
    .where(eq(authenticators.user_id, userId))
    .returning({ secret: authenticators.secret });
  return removed.some(({ secret }) => secret !== null);
}

/** The password alone signs in again; false when there was no factor. */
export async function removeAllFactors(tx: ChangeTx, userId: number): Promise<boolean> {
  await lockFactors(tx, userId);
  const hadFactor = await hasSecondFactor(tx, userId);
  await deleteFactors(tx, userId);
  if (hadFactor) await recordFactors(tx, userId);
  return hadFactor;
}

/** The rows of all factors. */
export async function deleteFactors(tx: Db, userId: number): Promise<void> {
  await removeAuthenticator(tx, userId);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId));
}

/** The history says that the factors have changed, and nothing of them. */
export async function recordFactors(tx: ChangeTx, userId: number): Promise<void> {
  await recordEvent(tx, 'factors', { kind: 'user', id: userId });
}
