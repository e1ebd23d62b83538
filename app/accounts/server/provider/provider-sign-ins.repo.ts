import { and, desc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { identities, providerSignIns } from '~/platform/database/schema/account';
import type { users } from '~/platform/database/schema/records';
import { hashToken } from '~/accounts/server/tokens';
import { claimsSchema, type Claims } from './claims';

type Purpose = (typeof providerSignIns.purpose.enumValues)[number];

/** Purpose and person of a round trip. The provider's answer is valid only for both. */
export interface Target {
  purpose: Purpose;
  /** The account's id, or the token of an invitation's link; empty for a sign-in. */
  of: string;
}

/** Target of a round trip that a signed-in person begins: the own account. */
export function targetOf(purpose: Purpose, { userId }: { userId: number }): Target {
  return { purpose, of: String(userId) };
}

/** Hash by which a state is stored. It contains the issuer, so that states of a former issuer are unknown. */
export function hashState(issuer: string, state: string): string {
  return hashToken(JSON.stringify([issuer, state]));
}

/** Hash of the browser's secret and its purpose. */
export function hashBrowser(issuer: string, of: string, browser: string): string {
  return hashToken(JSON.stringify([issuer, of, browser]));
}

/** Finds a sign-in that waits for an answer; null if it is unknown, answered or too old. */
export async function findWaiting(db: Db, state: string, now: Date) {
  const [signIn] = await db.select().from(providerSignIns).where(isWaiting(state, now));
  return signIn ?? null;
}

const isWaiting = (state: string, now: Date) =>
  and(
    eq(providerSignIns.state_hash, state),
    isNull(providerSignIns.answered_at),
    gt(providerSignIns.expires_at, now),
  );

/** Claims an answer, good or bad; false if it is not the first. Of concurrent ones only one succeeds. */
export async function claimAnswer(db: Db, state: string, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(providerSignIns)
    .set({ answered_at: now })
    .where(isWaiting(state, now));
  return rowCount === 1;
}

/** Stores the identity that the provider has reported, for the page that has the code. */
export async function saveAnswer(
  db: Db,
  state: string,
  { code, expiresAt, ...said }: { code: string; subject: string; claims: Claims; expiresAt: Date },
): Promise<void> {
  await db
    .update(providerSignIns)
    .set({ code_hash: hashToken(code), ...said, expires_at: expiresAt })
    .where(eq(providerSignIns.state_hash, state));
}

interface Code extends Target {
  issuer: string;
  code: string;
  browser: string;
}

const isGood = ({ code, browser, purpose, issuer, of }: Code, now: Date) =>
  and(
    eq(providerSignIns.code_hash, hashToken(code)),
    eq(providerSignIns.browser_hash, hashBrowser(issuer, of, browser)),
    eq(providerSignIns.purpose, purpose),
    gt(providerSignIns.expires_at, now),
  );

/**
 * Finds the provider's answer for a code; null if the code is not valid in this browser and for this
 * target.
 */
export async function findAnswer(db: Db, code: Code, now: Date) {
  const [signIn] = await db.select().from(providerSignIns).where(isGood(code, now));
  return signIn ? readAnswer(signIn) : null;
}

function readAnswer({ subject, claims, answered_at }: typeof providerSignIns.$inferSelect) {
  if (subject === null || answered_at === null) return null;
  return { subject, claims: claimsSchema.parse(claims), answeredAt: answered_at };
}

type Row = typeof providerSignIns.$inferInsert;
type Extended = Pick<Row, 'expires_at'> & Partial<Row>;

/**
 * Keeps a code's row for longer: either still valid, for the second factor, or without the values of a
 * sign-in.
 */
export async function extendCode(db: Db, code: Code, row: Extended, now: Date): Promise<void> {
  await db
    .update(providerSignIns)
    .set(row)
    .where(and(isGood(code, now), lt(providerSignIns.expires_at, row.expires_at)));
}

/** Takes a code; null if it is no longer valid. Of concurrent uses only one succeeds. */
export async function takeCode(db: Db, code: Code, now: Date) {
  const [signIn] = await db.delete(providerSignIns).where(isGood(code, now)).returning();
  return signIn ? readAnswer(signIn) : null;
}

/** Deletes expired sign-ins, and those of an erased person: by identity, e-mail or name. */
export async function eraseSignIns(
  tx: Db,
  person: Pick<typeof users.$inferSelect, 'id' | 'email' | 'first_name' | 'last_name'>,
  now: Date,
): Promise<void> {
  const { answered_at, claims, expires_at, subject } = providerSignIns;
  const hasSubject = sql`${subject} in (select subject from ${identities} where user_id = ${person.id})`;
  const hasEmail = sql`lower(${claims}->>'email') = lower(${person.email})`;
  // False if the account has no name.
  const hasName = sql`${claims}->>'first_name' = ${person.first_name} and ${claims}->>'last_name' = ${person.last_name}`;
  // An answer that is still being read may turn out to be theirs, so it is deleted too.
  const isRead = and(isNotNull(answered_at), isNull(claims));
  const isTheirs = or(hasSubject, hasEmail, hasName, isRead, lte(expires_at, now));
  await tx.delete(providerSignIns).where(isTheirs);
}

/** Finds the newest sign-in that was rejected because the claim was missing; null without one. */
export async function findRejected(db: Db) {
  const received = sql<string>`${providerSignIns.claims} ->> 'received'`;
  const [rejected] = await db
    .select({ at: providerSignIns.answered_at, received })
    .from(providerSignIns)
    .where(and(isNull(providerSignIns.code_hash), isNotNull(received)))
    .orderBy(desc(providerSignIns.answered_at))
    .limit(1);
  return rejected ?? null;
}
