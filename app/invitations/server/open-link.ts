import { HTTP_NOT_FOUND } from '~/rpc/errors/http-status';
import { findAdministratorLink } from '~/accounts/server/administrator-invitations.repo';
import { hashToken } from '~/accounts/server/tokens';
import type { Db } from '~/platform/database/connect.server';
import { ApiError, gone } from '~/rpc/embedded/api-error';
import { findInvitation, findLink } from './repo';

export type OpenInvitation = Awaited<ReturnType<typeof openLink>>;

/**
 * Finds the invitation of a token: to a building or apartment, or to become a super administrator.
 * @throws ApiError 404 for an unknown token or an administrator's withdrawn invitation; 410 with the reason
 * why it ended
 */
export async function openLink(db: Db, token: string, now: Date) {
  const link = await findLink(db, hashToken(token));
  return link ? openPlace(db, link, now) : openAdministrator(db, token, now);
}

type PlaceLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** Finds the open invitation of a link or letter. @throws ApiError 410 with the reason why it ended */
export async function openPlace(db: Db, link: PlaceLink, now: Date) {
  if (link.status === 'accepted') throw gone('invitation_accepted');
  if (link.invitationId === null || link.status === null) throw gone('invitation_withdrawn');
  const isMailed = link.kind === 'mail';
  if (link.replacedAt !== null) throw gone(isMailed ? 'invitation_replaced' : 'letter_replaced');
  if (link.expiresAt <= now) throw gone(isMailed ? 'invitation_expired' : 'letter_expired');
  const invitation = await findInvitation(db, link.invitationId);
  if (!invitation) throw gone('invitation_withdrawn');
  const { email, user_id, person_email } = invitation;
  /** A letter proves no address: the person types one, which gets a link. */
  const asksAddress = !isMailed && user_id !== null && person_email === null;
  return {
    kind: 'place' as const,
    isMailed,
    asksAddress,
    ...invitation,
    email: email ?? person_email ?? '',
  };
}

async function openAdministrator(db: Db, token: string, now: Date) {
  const link = await findAdministratorLink(db, hashToken(token));
  if (!link) throw new ApiError(HTTP_NOT_FOUND, 'unknown_invitation');
  const { acceptedAt, expiresAt, ...invitation } = link;
  if (acceptedAt !== null) throw gone('invitation_accepted');
  if (expiresAt <= now) throw gone('invitation_expired');
  return { kind: 'administrator' as const, isMailed: true, asksAddress: false, ...invitation };
}
