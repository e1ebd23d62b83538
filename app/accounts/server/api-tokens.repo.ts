import { and, desc, eq, gt, isNotNull, lte, notExists, sql } from 'drizzle-orm';
import { apiTokens, identities } from '~/platform/database/schema/account';
import type { Db } from '~/platform/database/connect.server';
import { prepared } from '~/platform/database/sql';
import type { ChangeTx } from '~/platform/database/record-change';
import { users } from '~/platform/database/schema/records';
import type { SignedIn } from '~/rpc/embedded/router';
import { withSecondFactor } from './factors.repo';
import { TOUCH_INTERVAL_MS } from './sessions.repo';
import { hashToken } from './tokens';

/** Equals the longest session: tokens of a person who lost the claim end when sessions would. */
const CLAIM_SEEN_MS = 7 * 24 * 60 * 60_000;

/** Time of a script's last password check: too long ago for every call that requires a recent one. */
const LONG_AGO = new Date(0);

const apiTokenByHash = prepared((db) =>
  db
    .select({
      userId: users.id,
      isSuperuser: users.is_superuser,
      rights: users.rights,
      id: apiTokens.id,
      name: apiTokens.name,
      hasSecondFactor: withSecondFactor(db, users.id),
      scope: apiTokens.scope,
      personalData: apiTokens.personal_data,
      actorName: sql<string>`'token ' || ${apiTokens.name} || ' of ' || history_name('user', ${users.id})`,
      stale: sql<boolean>`coalesce(${apiTokens.last_used_at} < ${sql.placeholder('touchedBefore')}, true)`,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.user_id))
    .where(
      and(
        eq(apiTokens.token_hash, sql.placeholder('tokenHash')),
        eq(users.is_active, true),
        gt(apiTokens.expires_at, sql.placeholder('now')),
        // Rights that come from the provider's claim need a recent sign-in.
        notExists(
          db
            .select({ one: sql`1` })
            .from(identities)
            .where(
              and(
                eq(identities.user_id, users.id),
                isNotNull(identities.claim),
                sql`coalesce(${identities.last_used_at}, ${identities.created_at}) < ${sql.placeholder('claimSeenAfter')}`,
              ),
            ),
        ),
      ),
    )
    .prepare('api_token_by_hash'),
);

/** Finds the account of a token for scripts; null if the token is not valid or its user is inactive. */
export async function findApiToken(db: Db, token: string, now: Date): Promise<SignedIn | null> {
  const tokenHash = hashToken(token);
  const touchedBefore = new Date(now.getTime() - TOUCH_INTERVAL_MS);
  const claimSeenAfter = new Date(now.getTime() - CLAIM_SEEN_MS);
  const [row] = await apiTokenByHash(db).execute({
    tokenHash,
    touchedBefore,
    now,
    claimSeenAfter,
  });
  if (!row) return null;
  const { stale, id, name, scope, personalData, actorName, ...account } = row;
  if (stale) {
    await db
      .update(apiTokens)
      .set({ last_used_at: now })
      .where(eq(apiTokens.token_hash, tokenHash));
  }
  const apiToken = { id, name, scope, personalData, actorName };
  return { ...account, authenticatedAt: LONG_AGO, tokenHash, apiToken };
}

const WIRE = {
  id: apiTokens.id,
  name: apiTokens.name,
  scope: apiTokens.scope,
  personal_data: apiTokens.personal_data,
  created_at: apiTokens.created_at,
  last_used_at: apiTokens.last_used_at,
  expires_at: apiTokens.expires_at,
};

/** A user's tokens that have not ended, the newest first. */
export function listApiTokens(db: Db, userId: number, now: Date) {
  return db
    .select(WIRE)
    .from(apiTokens)
    .where(and(eq(apiTokens.user_id, userId), gt(apiTokens.expires_at, now)))
    .orderBy(desc(apiTokens.id));
}

type NewToken = Omit<typeof apiTokens.$inferInsert, 'token_hash' | 'created_at'> & {
  token: string;
  personal_data: boolean;
};

/**
 * Stores a token by its hash; null if the user has a token with that name. Expired tokens are removed
 * first.
 */
export async function insertApiToken(tx: ChangeTx, { token, ...values }: NewToken, now: Date) {
  await tx
    .delete(apiTokens)
    .where(and(eq(apiTokens.user_id, values.user_id), lte(apiTokens.expires_at, now)));
  const [row] = await tx
    .insert(apiTokens)
    .values({ ...values, token_hash: hashToken(token), created_at: now })
    .onConflictDoNothing()
    .returning(WIRE);
  return row ?? null;
}

/** Removes one of a user's tokens; null if the user has no token with this id. */
export async function deleteApiToken(tx: ChangeTx, userId: number, id: number) {
  const [row] = await tx
    .delete(apiTokens)
    .where(and(eq(apiTokens.user_id, userId), eq(apiTokens.id, id)))
    .returning({ name: apiTokens.name });
  return row ?? null;
}
