import { HTTP_NOT_FOUND } from '~/contract/http-status';
import { findPasswordProblem, type SetPasswordPayload } from '~/contract/new-password';
import type { Db } from '../db/connect.server';
import { recordChange } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { ApiError, brokenRule, gone } from '../http/api-error';
import { changePassword } from './accounts.repo';
import { lockAccount } from './lock-account.repo';
import { findPasswordLink, usePasswordLink } from './password-links.repo';
import { endSessionsOf } from './sessions.repo';
import type { CallQueue } from './call-queue';
import { hashToken } from './tokens';

export const PASSWORD_LINK_MESSAGES = {
  unknown: 'This link is not valid. Please open the whole link once more.',
  used: 'This link has already been used. Please sign in with the password that was set.',
  expired: 'This link has expired. Please ask for a new one.',
  closed: 'The account of this link is closed.',
} as const;

/** Looks at a link without using it up. @throws ApiError 404, 410 */
export async function previewPasswordLink({ db, clock }: ApiDeps, token: string) {
  const { email } = await openPasswordLink(db, token, clock());
  return { email };
}

/**
 * Sets the password of a link's account, once, and ends its sessions. No session begins: the person signs in next.
 * @throws ApiError 404 or 410 for the link, 422 for the password, 429 when too many sign in at once
 */
export async function setPassword(
  { db, clock, passwords }: ApiDeps,
  signIns: CallQueue,
  { token, password }: SetPasswordPayload,
  address: string,
): Promise<void> {
  const { email, userId } = await openPasswordLink(db, token, clock());
  const problem = findPasswordProblem(password, email);
  if (problem !== null) throw brokenRule('password', problem);
  const passwordHash = await signIns.run(address, () => passwords.hash(password));
  const actor = { kind: 'link', userId, name: email } as const;
  await recordChange(db, { actor, action: 'password_set' }, async (tx) => {
    const now = clock();
    // In the order of everyone who ends an account: first the person, then the links.
    await lockAccount(tx, userId);
    const link = { tokenHash: hashToken(token), userId };
    if (!(await usePasswordLink(tx, link, now))) {
      // Someone was faster, or its time is over: the link says which.
      await openPasswordLink(tx, token, now);
      throw gone(PASSWORD_LINK_MESSAGES.used);
    }
    await changePassword(tx, { userId, newHash: passwordHash }, now);
    await endSessionsOf(tx, userId);
  });
}

async function openPasswordLink(db: Db, token: string, now: Date) {
  const link = await findPasswordLink(db, hashToken(token));
  if (!link) throw new ApiError(HTTP_NOT_FOUND, PASSWORD_LINK_MESSAGES.unknown);
  if (link.usedAt !== null) throw gone(PASSWORD_LINK_MESSAGES.used);
  if (link.expiresAt <= now) throw gone(PASSWORD_LINK_MESSAGES.expired);
  if (!link.isActive) throw gone(PASSWORD_LINK_MESSAGES.closed);
  return link;
}
