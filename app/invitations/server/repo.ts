import type { InvitableRole } from '~/users/roles';
import { and, eq, inArray, isNull, lt, lte, not, or, sql } from 'drizzle-orm';
import type { InvitePayload } from '~/invitations/schema';
import type { Db } from '~/platform/database/connect.server';
import {
  recordChange,
  recordEvent,
  SYSTEM,
  type ChangeTx,
} from '~/platform/database/record-change';
import { sameEmail } from '~/platform/database/sql';
import { personName } from '~/platform/database/schema/columns';
import { isoInstant } from '~/platform/database/schema/field-columns';
import {
  apartments,
  condos,
  invitationLinks,
  invitations,
  users,
} from '~/platform/database/schema/records';
import { unpagedList } from '~/rpc/embedded/unpaged-list';
import { languageOf } from '~/accounts/server/accounts.repo';
import type { Home } from '~/users/server/associations.repo';
import { endLetters, endLinks } from './links.repo';
import { endOfLink, pendingInvitations as statementsOf } from './pending-invitations';

export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

const isPending = sql`${invitations.status} = 'pending'`;
export const pending = statementsOf(invitations, invitationLinks, isPending);

/** True if a mailed link or a letter still works. */
const hasLink = sql`exists (select from ${invitationLinks} l
  where l.invitation_id = ${invitations.id} and l.replaced_at is null)`;

/** The list of GET /admin/invitations: newest first. */
export const pendingInvitations = unpagedList(
  {
    tables: ['invitations', 'condos', 'apartments', 'users'],
    columns: sql`
      ${invitations.id}, ${invitations.email}, ${invitations.role}, ${invitations.status},
      ${personName(users)} as name,
      json_build_object('id', ${condos.id}, 'name', ${condos.name}) as condo,
      case when ${apartments.id} is not null then
        json_build_object('id', ${apartments.id}, 'apartment_number', ${apartments.apartment_number})
      end as apartment,
      ${isoInstant(invitations.created_at)} as created_at,
      case when ${invitations.mail_state} <> 'none' or ${hasLink}
           then ${isoInstant(invitations.expires_at)} end as expires_at,
      json_build_object('state', ${invitations.mail_state}, 'detail', ${invitations.mail_detail},
                        'updated_at', ${isoInstant(invitations.mail_updated_at)}) as mail`,
    // The condition is part of the join, so that later batches of a long list check it again.
    from: sql`
      ${invitations}
      join ${condos} on ${condos.id} = ${invitations.condo_id} and ${isPending}
      left join ${apartments} on ${apartments.id} = ${invitations.apartment_id}
      left join ${users} on ${users.id} = ${invitations.user_id}`,
    id: invitations.id,
    filter: isPending,
    order: sql`${invitations.created_at} desc, ${invitations.id} desc`,
  },
  'pending_invitations',
);

export async function findInvitation(db: Db, id: number) {
  const [row] = await db
    .select({
      id: invitations.id,
      email: invitations.email,
      // A constraint of the table allows only these roles.
      role: sql<InvitableRole>`${invitations.role}`,
      status: invitations.status,
      condo: { id: condos.id, name: condos.name },
      apartment: { id: apartments.id, apartment_number: apartments.apartment_number },
      created_at: invitations.created_at,
      expires_at: invitations.expires_at,
      last_sent_at: invitations.last_sent_at,
      mail: {
        state: invitations.mail_state,
        detail: invitations.mail_detail,
        updated_at: invitations.mail_updated_at,
      },
      language: invitations.language,
      user_id: invitations.user_id,
      person_email: users.email,
      name: sql<string | null>`${personName(users)}`,
      since: invitations.since,
    })
    .from(invitations)
    .innerJoin(condos, eq(condos.id, invitations.condo_id))
    .leftJoin(apartments, eq(apartments.id, invitations.apartment_id))
    .leftJoin(users, eq(users.id, invitations.user_id))
    .where(eq(invitations.id, id));
  return row ?? null;
}

/** Returns the new id, or null if this address has a pending invitation for the same home. */
export async function insertInvitation(
  db: ChangeTx,
  { email, role, language, user_id, since }: Omit<InvitePayload, keyof Home>,
  home: Home,
  { invitedBy, now }: { invitedBy: number; now: Date },
): Promise<number | null> {
  const [row] = await db
    .insert(invitations)
    .values({
      email,
      role,
      user_id,
      since,
      ...home,
      invited_by: invitedBy,
      language: language ?? languageOf(invitedBy),
      created_at: now,
      expires_at: endOfLink(now),
      last_sent_at: now,
      mail_updated_at: now,
      ...(email === undefined && { mail_state: 'none' }),
    })
    .onConflictDoNothing()
    .returning({ id: invitations.id });
  return row?.id ?? null;
}

/** Marks an invitation for a mail; false if one was requested after `notSince`, even concurrently. */
export async function markForResend(db: ChangeTx, id: number, notSince: Date, now: Date) {
  const { rowCount } = await db
    .update(invitations)
    .set({
      last_sent_at: now,
      mail_state: 'queued',
      mail_detail: null,
      mail_updated_at: now,
      // A letter ends later than the new link.
      expires_at: sql`least(${invitations.expires_at}, ${endOfLink(now).toISOString()}::timestamptz)`,
    })
    .where(
      and(
        eq(invitations.id, id),
        isPending,
        or(lte(invitations.last_sent_at, notSince), eq(invitations.mail_state, 'none')),
      ),
    );
  if (rowCount !== 1) return false;
  await endLetters(db, [id], now);
  await recordEvent(db, 'resent', { kind: 'invitation', id });
  return true;
}

export async function markAccepted(db: ChangeTx, id: number, now: Date): Promise<void> {
  await db
    .update(invitations)
    .set({ status: 'accepted', accepted_at: now })
    .where(eq(invitations.id, id));
}

/** Withdraws a person's pending invitations whose address is missing or differs from the account's. */
export async function withdrawOthers(db: ChangeTx, userId: number, email: string): Promise<void> {
  const isOther = or(isNull(invitations.email), not(sameEmail(invitations.email, email)));
  await db.delete(invitations).where(and(eq(invitations.user_id, userId), isOther, isPending));
}

/**
 * Removes accepted invitations with their links. A link without its invitation would say that it was
 * withdrawn.
 */
export async function removeAcceptedInvitations(db: Db, acceptedBefore: Date): Promise<void> {
  const accepted = db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.status, 'accepted'), lt(invitations.accepted_at, acceptedBefore)));
  await recordChange(db, { actor: SYSTEM, action: 'deleted' }, async (tx) => {
    await tx.delete(invitationLinks).where(inArray(invitationLinks.invitation_id, accepted));
    await tx.delete(invitations).where(inArray(invitations.id, accepted));
  });
}

/** Removes the invitation's older links after the mail with this one was sent. Newer links keep working. */
export async function replaceOlderLinks(
  db: Db,
  link: { invitation_id: number; created_at: Date },
  now: Date,
): Promise<void> {
  const isOlder = lt(invitationLinks.created_at, link.created_at);
  const which = and(eq(invitationLinks.kind, 'mail'), isOlder);
  await endLinks(db, [link.invitation_id], now, which);
}

/** Finds a link and the state of its invitation; `status` is null if the invitation was deleted. */
export async function findLink(db: Db, tokenHash: string) {
  const [link] = await db
    .select({
      kind: invitationLinks.kind,
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
