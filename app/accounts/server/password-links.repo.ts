import { and, desc, eq, gt, isNull, not } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { passwordLinks } from '~/platform/database/schema/account';
import { accountEmail, users } from '~/platform/database/schema/records';
import { createToken, hashToken } from './tokens';

/** Used and expired links are kept this long, so that a person who opens one reads why it no longer works. */
export const ENDED_LINKS_KEPT_DAYS = 30;

interface NewPasswordLink {
  userId: number;
  kind: (typeof passwordLinks.kind.enumValues)[number];
  expiresAt: Date;
}

/** Makes a link and returns its token. Only the token's hash is stored. */
export async function createPasswordLink(
  db: Db,
  { userId, kind, expiresAt }: NewPasswordLink,
  now: Date,
): Promise<string> {
  const token = createToken();
  await db.insert(passwordLinks).values({
    token_hash: hashToken(token),
    user_id: userId,
    kind,
    expires_at: expiresAt,
    created_at: now,
  });
  return token;
}

/** Finds a link and its account, usable or not; null if the link is unknown. */
export async function findPasswordLink(db: Db, tokenHash: string) {
  const [link] = await db
    .select({
      userId: users.id,
      email: accountEmail,
      isActive: users.is_active,
      expiresAt: passwordLinks.expires_at,
      usedAt: passwordLinks.used_at,
    })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.user_id))
    .where(eq(passwordLinks.token_hash, tokenHash));
  return link ?? null;
}

/** Condition: the link was not used and has not expired. */
function isUsable(now: Date) {
  return and(isNull(passwordLinks.used_at), gt(passwordLinks.expires_at, now));
}

/** End of a user's newest link that still works; null without one. */
export async function findOpenLinkEnd(db: Db, userId: number, now: Date): Promise<Date | null> {
  const [link] = await db
    .select({ expiresAt: passwordLinks.expires_at })
    .from(passwordLinks)
    .where(and(eq(passwordLinks.user_id, userId), isUsable(now)))
    .orderBy(desc(passwordLinks.expires_at))
    .limit(1);
  return link?.expiresAt ?? null;
}

/** Uses up a link, and the user's other links with it; false if it was used or expired a moment ago. */
export async function usePasswordLink(
  db: Db,
  link: { tokenHash: string; userId: number },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db
    .update(passwordLinks)
    .set({ used_at: now })
    .where(and(eq(passwordLinks.token_hash, link.tokenHash), isUsable(now)));
  if (rowCount === 0) return false;
  const others = and(eq(passwordLinks.user_id, link.userId), isNull(passwordLinks.used_at));
  // Expire the command's unused links, so that they allow no password sign-in (password-sign-in.ts).
  const isCommand = eq(passwordLinks.kind, 'command');
  await db.update(passwordLinks).set({ expires_at: now }).where(and(others, isCommand));
  await db
    .update(passwordLinks)
    .set({ used_at: now })
    .where(and(others, not(isCommand)));
  return true;
}

/** Removes a user's links after a deactivation, or after a new password that was set another way. */
export async function removePasswordLinks(db: Db, userId: number): Promise<void> {
  await db
    .delete(passwordLinks)
    .where(and(eq(passwordLinks.user_id, userId), isNull(passwordLinks.used_at)));
}
