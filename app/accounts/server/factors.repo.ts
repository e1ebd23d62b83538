import { randomInt } from 'node:crypto';
import { hashToken } from './tokens';
import { and, eq, gt, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { FACTOR_KINDS, FACTOR_LABELS, type FactorKind } from '~/accounts/factor-kinds';
import type { Db } from '~/platform/database/connect.server';
import { recordEvent, type ChangeTx } from '~/platform/database/record-change';
import { authenticators, passkeys, recoveryCodes } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import { deletePasskeys } from './passkeys.repo';

const RECOVERY_CODES = 10;
/** Alphabet without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_CHARS = 6;

/** Makes new codes. Each has 118 random bits, so that a plain hash of it is enough. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: GROUPS }, createGroup).join('-'),
  );
}

/** Hash by which a code is stored and found; case and punctuation do not matter. */
export function hashRecoveryCode(typed: string): string {
  return hashToken(typed.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

function createGroup(): string {
  return Array.from({ length: GROUP_CHARS }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  ).join('');
}

/** Finds the authenticator app of an account with its sealed secrets, confirmed or not, or null. */
export async function findAuthenticator(db: Db, userId: number) {
  const [app] = await db
    .select({
      secret: authenticators.secret,
      addedAt: authenticators.added_at,
      pendingSecret: authenticators.pending_secret,
    })
    .from(authenticators)
    .where(eq(authenticators.user_id, userId));
  return app ?? null;
}

const ONE = { one: sql`1` };

/** An account's id, or the column with it in a statement about accounts. */
type AccountId = number | typeof users.id;

/** SQL that is true if an account has a second factor. A passkey for another host counts too. */
export function withSecondFactor(db: Db, userId: AccountId): SQL<boolean> {
  return sql`(exists ${appsOf(db, userId)} or exists ${passkeysOf(db, userId)})`;
}

/** Asks the database if an account has a second factor. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 where ${withSecondFactor(db, userId)}`);
  return rows.length > 0;
}

/** Kinds of the second factors of an account. Passkeys count only for this host. */
export async function findFactors(db: Db, userId: number, rpId: string | null) {
  const ofHost = rpId === null ? sql`false` : eq(passkeys.rp_id, rpId);
  const { rows } = await db.execute<Record<FactorKind, boolean>>(sql`
    select exists ${appsOf(db, userId)} as app,
           exists ${passkeysOf(db, userId, ofHost)} as passkey,
           exists ${db.select(ONE).from(recoveryCodes).where(isUnused(userId))} as recovery_code`);
  return FACTOR_KINDS.filter((kind) => rows[0]?.[kind]);
}

function appsOf(db: Db, userId: AccountId) {
  const isInUse = and(eq(authenticators.user_id, userId), isNotNull(authenticators.secret));
  return db.select(ONE).from(authenticators).where(isInUse);
}

function passkeysOf(db: Db, userId: AccountId, which?: SQL) {
  return db
    .select(ONE)
    .from(passkeys)
    .where(and(eq(passkeys.user_id, userId), which));
}

function isUnused(userId: number) {
  return and(eq(recoveryCodes.user_id, userId), isNull(recoveryCodes.used_at));
}

/** Starts to set up an app. An active app stays until the new one is confirmed. */
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

/**
 * Activates the app that is being set up; false if another one is being set up by now, or time has run out.
 */
export async function confirmAuthenticator(
  db: Db,
  userId: number,
  { pendingSecret, step, now }: { pendingSecret: string; step: number; now: Date },
): Promise<boolean> {
  const { rowCount } = await db
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
    );
  return rowCount === 1;
}

/** Claims a time step and all before it; false if it was used. Of concurrent calls only one succeeds. */
export async function claimTotpStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { rowCount } = await db
    .update(authenticators)
    .set({ last_step: step })
    .where(
      and(
        eq(authenticators.user_id, userId),
        isNotNull(authenticators.secret),
        or(isNull(authenticators.last_step), lt(authenticators.last_step, step)),
      ),
    );
  return rowCount === 1;
}

/** Uses up a recovery code; false if there is no such code, or it was used. */
export async function claimRecoveryCode(db: Db, userId: number, typed: string, now: Date) {
  const { rowCount } = await db
    .update(recoveryCodes)
    .set({ used_at: now })
    .where(and(isUnused(userId), eq(recoveryCodes.code_hash, hashRecoveryCode(typed))));
  return rowCount === 1;
}

export function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  return db.$count(recoveryCodes, isUnused(userId));
}

/** Makes new codes, which replace all earlier ones. */
export async function renewRecoveryCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = createRecoveryCodes();
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(code) })));
  return codes;
}

/** Removes an app, confirmed or not; false if none was active. */
export async function removeAuthenticator(db: Db, userId: number): Promise<boolean> {
  const removed = await db
    .delete(authenticators)
    .where(eq(authenticators.user_id, userId))
    .returning({ secret: authenticators.secret });
  return removed.some(({ secret }) => secret !== null);
}

/** Removes all factors, so that the password alone signs in again; false if there were none. */
export async function removeAllFactors(tx: ChangeTx, userId: number): Promise<boolean> {
  await lockAccount(tx, userId);
  const removed = await deleteFactors(tx, userId);
  for (const factor of removed) await recordFactor(tx, userId, factor, 'Removed');
  return removed.length > 0;
}

/** Deletes the rows of all factors. Returns the kinds of the deleted factors. */
export async function deleteFactors(tx: Db, userId: number): Promise<FactorKind[]> {
  const removed: FactorKind[] = [];
  if (await removeAuthenticator(tx, userId)) removed.push('app');
  if ((await deletePasskeys(tx, userId)) > 0) removed.push('passkey');
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId));
  return removed;
}

/** Records a change of a factor in the history: its kind only. */
export async function recordFactor(
  tx: ChangeTx,
  userId: number,
  factor: FactorKind,
  change: 'Added' | 'Removed' | 'Replaced',
): Promise<void> {
  const values = { factor: FACTOR_LABELS[factor], change };
  await recordEvent(tx, 'factors', { kind: 'user', id: userId }, values);
}

/** Locks an account until the transaction ends. Changes of factors and links take this lock first. */
export async function lockAccount(tx: Db, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}
