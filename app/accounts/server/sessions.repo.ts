import { and, desc, eq, gt, lt, lte, ne, or, sql } from 'drizzle-orm';
import { FACTOR_LABELS, type FactorKind } from '~/accounts/factor-kinds';
import type { Db } from '~/platform/database/connect.server';
import { recordEvent, type ChangeTx } from '~/platform/database/record-change';
import { prepared } from '~/platform/database/sql';
import { apiTokens, sessions } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import type { Client, SignedIn } from '~/rpc/embedded/router';
import { withSecondFactor } from './factors.repo';
import type { Claims } from '~/accounts/server/provider/claims';
import { createToken, hashToken } from './tokens';

/** A token ends after this long without a call. */
const IDLE_LIMIT_MS = 12 * 60 * 60_000;
/** A token ends after this long in any case. */
const AGE_LIMIT_MS = 7 * 24 * 60 * 60_000;
/** The time of a token's last call is written at most this often. */
export const TOUCH_INTERVAL_MS = 60_000;

function before(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() - milliseconds);
}

/** Longer than any browser's user agent. Clients may send anything. */
const USER_AGENT_LIMIT_CHARS = 500;

interface NewSession {
  userId: number;
  client: Client;
  factor: FactorKind | null;
  /** The provider's identity and its claims about its session; missing for a sign-in by password. */
  by?: Claims & { id: number; provider: string };
  now: Date;
}

/** Starts a session and returns its token, which is stored nowhere else. The history records it. */
export async function startSession(db: ChangeTx, { userId, client, factor, by, now }: NewSession) {
  const { address, userAgent } = client;
  const token = createToken();
  await db.insert(sessions).values({
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now,
    last_used_at: now,
    authenticated_at: new Date(Math.min(now.getTime(), (by?.authenticatedAt ?? Infinity) * 1000)),
    address: address || null,
    user_agent: userAgent.slice(0, USER_AGENT_LIMIT_CHARS) || null,
    ...(by && {
      identity_id: by.id,
      provider_session: by.session,
      provider_factor: by.hasFactor,
    }),
  });
  const values = (factor || by) && {
    ...(factor && { factor: FACTOR_LABELS[factor] }),
    ...(by && { provider: by.provider }),
  };
  await recordEvent(db, 'signed_in', { kind: 'user', id: userId }, values || null);
  return token;
}

/** Lists a user's unexpired sessions, most recently used first. */
export async function listSessions(db: Db, { userId, tokenHash }: SignedIn, now: Date) {
  return db
    .select({
      id: sessions.id,
      is_current: sql<boolean>`${eq(sessions.token_hash, tokenHash)}`,
      created_at: sessions.created_at,
      last_used_at: sessions.last_used_at,
      address: sessions.address,
      user_agent: sessions.user_agent,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.user_id, userId),
        gt(sessions.created_at, before(now, AGE_LIMIT_MS)),
        gt(sessions.last_used_at, before(now, IDLE_LIMIT_MS)),
      ),
    )
    .orderBy(desc(sessions.last_used_at), desc(sessions.id));
}

const sessionByToken = prepared((db) =>
  db
    .select({
      userId: users.id,
      isSuperuser: users.is_superuser,
      rights: users.rights,
      hasSecondFactor: sql<boolean>`(${sessions.provider_factor} or ${withSecondFactor(db, users.id)})`,
      authenticatedAt: sessions.authenticated_at,
      stale: sql<boolean>`${lt(sessions.last_used_at, sql.placeholder('touchedBefore'))}`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        eq(sessions.token_hash, sql.placeholder('tokenHash')),
        eq(users.is_active, true),
        gt(sessions.created_at, sql.placeholder('createdAfter')),
        gt(sessions.last_used_at, sql.placeholder('usedAfter')),
      ),
    )
    .prepare('session_by_token'),
);

/** Finds the session of a token; null if it is unknown or expired, or its user is inactive. */
export async function findSession(db: Db, token: string, now: Date): Promise<SignedIn | null> {
  const tokenHash = hashToken(token);
  const [row] = await sessionByToken(db).execute({
    tokenHash,
    touchedBefore: before(now, TOUCH_INTERVAL_MS),
    createdAfter: before(now, AGE_LIMIT_MS),
    usedAfter: before(now, IDLE_LIMIT_MS),
  });
  if (!row) return null;
  const { stale, ...session } = row;
  if (stale) {
    await db.update(sessions).set({ last_used_at: now }).where(eq(sessions.token_hash, tokenHash));
  }
  return { ...session, tokenHash, apiToken: null };
}

/** Records that the person has just confirmed who they are. */
export async function renewAuthentication(db: Db, { tokenHash }: SignedIn, now: Date) {
  await db
    .update(sessions)
    .set({ authenticated_at: now })
    .where(eq(sessions.token_hash, tokenHash));
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token_hash, hashToken(token)));
}

/**
 * Ends a user's sessions and tokens: after a deactivation, a change of super administrator rights or a new
 * password.
 */
export async function endSessionsOf(db: Db, userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.user_id, userId));
  await db.delete(apiTokens).where(eq(apiTokens.user_id, userId));
}

/** Ends a user's sessions except this token's. With an identity, only the sessions that it began. */
export async function endOtherSessions(
  db: Db,
  { userId, tokenHash }: Pick<SignedIn, 'userId' | 'tokenHash'>,
  identityId?: number,
): Promise<void> {
  const isOther = and(eq(sessions.user_id, userId), ne(sessions.token_hash, tokenHash));
  const began = identityId === undefined ? undefined : eq(sessions.identity_id, identityId);
  await db.delete(sessions).where(and(isOther, began));
}

/** Ends one session of a user; false if the user has no session with this id. */
export async function endSessionById(db: Db, userId: number, id: number): Promise<boolean> {
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), eq(sessions.id, id)));
  return rowCount === 1;
}

export async function removeExpiredSessions(db: Db, now: Date): Promise<void> {
  await db
    .delete(sessions)
    .where(
      or(
        lte(sessions.created_at, before(now, AGE_LIMIT_MS)),
        lte(sessions.last_used_at, before(now, IDLE_LIMIT_MS)),
      ),
    );
}
