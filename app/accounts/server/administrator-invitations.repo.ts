import { and, desc, eq, isNull, lt, lte } from 'drizzle-orm';
import { languageOf } from './accounts.repo';
import type { Rights } from '~/accounts/rights';
import type { Db } from '~/platform/database/connect.server';
import {
  administratorInvitations as invitations,
  administratorLinks as links,
} from '~/platform/database/schema/account';
import {
  recordChange,
  recordEvent,
  SYSTEM,
  type ChangeTx,
} from '~/platform/database/record-change';
import { sameEmail } from '~/platform/database/sql';
import { endOfLink, pendingInvitations } from '~/invitations/server/pending-invitations';

const columns = {
  id: invitations.id,
  email: invitations.email,
  rights: invitations.rights,
  created_at: invitations.created_at,
  expires_at: invitations.expires_at,
  mail_state: invitations.mail_state,
  mail_detail: invitations.mail_detail,
  mail_updated_at: invitations.mail_updated_at,
  language: invitations.language,
};

const isPending = isNull(invitations.accepted_at);
export const pending = pendingInvitations(invitations, links, isPending);

export type InvitationRow = Awaited<ReturnType<typeof listPendingInvitations>>[number];

/** Lists pending invitations, newest first. */
export async function listPendingInvitations(db: Db) {
  return db
    .select(columns)
    .from(invitations)
    .where(isPending)
    .orderBy(desc(invitations.created_at), desc(invitations.id));
}

export async function findPendingInvitation(db: Db, id: number): Promise<InvitationRow | null> {
  const [row] = await db
    .select(columns)
    .from(invitations)
    .where(and(eq(invitations.id, id), isPending));
  return row ?? null;
}

/** True if this address, in any case, has a pending invitation. */
export async function hasPendingInvitation(db: Db, email: string): Promise<boolean> {
  return (await db.$count(invitations, and(sameEmail(invitations.email, email), isPending))) > 0;
}

export interface NewInvitation {
  email: string;
  /** Null if a command sent the invitation. */
  invitedBy: number | null;
  /** All rights by default. An earlier invitation keeps its rights if these are missing. */
  rights?: Rights | undefined;
  /**
   * The mail's language. If it is missing, a repeated mail keeps the first one's, and a new one takes the
   * inviter's.
   */
  language?: string | undefined;
  now: Date;
}

/** Invites an address once more or for the first time; null if it was invited after `notSince`. */
export async function saveInvitation(
  tx: ChangeTx,
  { email, invitedBy, rights, language, now }: NewInvitation,
  { notSince, byMail }: { notSince: Date; byMail: boolean },
): Promise<InvitationRow | null> {
  const sent = {
    expires_at: endOfLink(now),
    invited_by: invitedBy,
    last_sent_at: now,
    mail_state: byMail ? ('queued' as const) : null,
    mail_detail: null,
    mail_updated_at: now,
  };
  const [invited] = await tx
    .insert(invitations)
    .values({
      email,
      rights,
      created_at: now,
      language: language ?? languageOf(invitedBy),
      ...sent,
    })
    .onConflictDoNothing()
    .returning(columns);
  if (invited) return invited;
  const [again] = await tx
    .update(invitations)
    .set({ ...sent, ...(rights && { rights }), ...(language && { language }) })
    .where(
      and(sameEmail(invitations.email, email), isPending, lte(invitations.last_sent_at, notSince)),
    )
    .returning(columns);
  if (!again) return null;
  await recordEvent(tx, 'resent', { kind: 'administrator_invitation', id: again.id });
  return again;
}

export async function markAccepted(tx: ChangeTx, id: number, now: Date): Promise<void> {
  await tx.update(invitations).set({ accepted_at: now }).where(eq(invitations.id, id));
  await recordEvent(tx, 'accepted', { kind: 'administrator_invitation', id });
}

/**
 * Removes invitations that ended before this time, accepted or not. Until then their links say why they
 * ended.
 */
export async function removeEndedInvitations(db: Db, before: Date): Promise<void> {
  await recordChange(db, { actor: SYSTEM, action: 'deleted' }, (tx) =>
    tx.delete(invitations).where(lt(invitations.expires_at, before)),
  );
}

/** Finds a link and its invitation; null if the link is unknown or the invitation was withdrawn. */
export async function findAdministratorLink(db: Db, tokenHash: string) {
  const [link] = await db
    .select({
      id: invitations.id,
      email: invitations.email,
      rights: invitations.rights,
      language: invitations.language,
      acceptedAt: invitations.accepted_at,
      expiresAt: links.expires_at,
    })
    .from(links)
    .innerJoin(invitations, eq(invitations.id, links.invitation_id))
    .where(eq(links.token_hash, tokenHash));
  return link ?? null;
}
