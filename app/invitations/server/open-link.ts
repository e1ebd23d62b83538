import { HTTP_NOT_FOUND } from '~/rpc/errors/http-status';
import { findAdministratorLink } from '~/accounts/server/administrator-invitations.repo';
import { hashToken } from '~/accounts/server/tokens';
import type { Db } from '~/platform/database/connect.server';
import { ApiError, gone } from '~/rpc/embedded/api-error';
import { findInvitation, findLink } from './repo';

export const LINK_MESSAGES = {
  unknown: 'This link is not valid. Please open the link in your invitation e-mail again.',
  withdrawn:
    'This invitation is no longer open: it was withdrawn, or its building or apartment was removed. Please ask for a new one.',
  accepted: 'This invitation has already been accepted.',
  replaced: 'This link was replaced by a newer one. Please open the newest invitation e-mail.',
  expired: 'This link has expired. Please ask for a new invitation.',
} as const;

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

async function openPlace(db: Db, link: PlaceLink, now: Date) {
  if (link.status === 'accepted') throw gone(LINK_MESSAGES.accepted);
  if (link.invitationId === null || link.status === null) throw gone(LINK_MESSAGES.withdrawn);
  if (link.replacedAt !== null) throw gone(LINK_MESSAGES.replaced);
  if (link.expiresAt <= now) throw gone(LINK_MESSAGES.expired);
  const invitation = await findInvitation(db, link.invitationId);
  if (!invitation) throw gone(LINK_MESSAGES.withdrawn);
  return { kind: 'place' as const, ...invitation };
}

async function openAdministrator(db: Db, token: string, now: Date) {
  const link = await findAdministratorLink(db, hashToken(token));
  if (!link) throw new ApiError(HTTP_NOT_FOUND, LINK_MESSAGES.unknown);
  const { acceptedAt, expiresAt, ...invitation } = link;
  if (acceptedAt !== null) throw gone(LINK_MESSAGES.accepted);
  if (expiresAt <= now) throw gone(LINK_MESSAGES.expired);
  return { kind: 'administrator' as const, ...invitation };
}
