import { eq } from 'drizzle-orm';
import { createToken, hashToken } from '../auth/tokens';
import type { Db } from '../db/connect.server';
import { administratorInvitations, administratorLinks } from '../db/account-schema';
import { LINK_LIFETIME_MS } from '../invitations/invitations';

/** A new link of an invitation, and when it ends. The token is stored nowhere. */
export async function createAdministratorLink(
  db: Db,
  invitationId: number,
  publicUrl: string,
  now: Date,
): Promise<{ link: string; expiresAt: Date }> {
  const token = createToken();
  const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS);
  await db.insert(administratorLinks).values({
    token_hash: hashToken(token),
    invitation_id: invitationId,
    expires_at: expiresAt,
    created_at: now,
  });
  return { link: `${publicUrl}/invitations/accept?token=${token}`, expiresAt };
}

/** A link and its invitation; null when there is none, also when the invitation was withdrawn. */
export async function findAdministratorLink(db: Db, tokenHash: string) {
  const [link] = await db
    .select({
      id: administratorInvitations.id,
      email: administratorInvitations.email,
      language: administratorInvitations.language,
      acceptedAt: administratorInvitations.accepted_at,
      expiresAt: administratorLinks.expires_at,
    })
    .from(administratorLinks)
    .innerJoin(
      administratorInvitations,
      eq(administratorInvitations.id, administratorLinks.invitation_id),
    )
    .where(eq(administratorLinks.token_hash, tokenHash));
  return link ?? null;
}
