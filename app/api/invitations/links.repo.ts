import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Db } from '../db/connect.server';
import { invitationLinks, invitations } from '../db/schema';

export async function insertLink(db: Db, link: typeof invitationLinks.$inferInsert): Promise<void> {
  await db.insert(invitationLinks).values(link);
}

/** Called when a mail with this link was sent: the invitation's older links stop working, newer ones do not. */
export async function replaceOlderLinks(
  db: Db,
  link: { invitation_id: number; created_at: Date },
  now: Date,
): Promise<void> {
  await db
    .update(invitationLinks)
    .set({ replaced_at: now })
    .where(
      and(
        eq(invitationLinks.invitation_id, link.invitation_id),
        lt(invitationLinks.created_at, link.created_at),
        isNull(invitationLinks.replaced_at),
      ),
    );
}

/** A link and the state of its invitation; `status` is null when that was deleted. */
export async function findLink(db: Db, tokenHash: string) {
  const [link] = await db
    .select({
      invitationId: invitationLinks.invitation_id,
      expiresAt: invitationLinks.expires_at,
      replacedAt: invitationLinks.replaced_at,
      status: invitations.status,
    })
    .from(invitationLinks)
    .leftJoin(invitations, eq(invitations.id, invitationLinks.invitation_id))
    .where(eq(invitationLinks.token_hash, tokenHash));
  return link ?? null;
}
