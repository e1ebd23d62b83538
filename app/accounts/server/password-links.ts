import { and, eq, isNotNull, not, or, sql } from 'drizzle-orm';
import {
  type ForgotPassword,
  findPasswordProblem,
  type SetPasswordPayload,
} from '~/accounts/new-password';
import { HTTP_NOT_FOUND } from '~/rpc/errors/http-status';
import { IS_OWN_SERVER } from '~/platform/platform';
import type { Db } from '~/platform/database/connect.server';
import { mailQueue } from '~/platform/database/schema/operations';
import { recordChange } from '~/platform/database/record-change';
import { users } from '~/platform/database/schema/records';
import { sameEmail } from '~/platform/database/sql';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { ApiError, invalidField, gone } from '~/rpc/embedded/api-error';
import { changePassword } from './accounts.repo';
import { countAttempt, type AttemptLimit } from './attempt-limits';
import type { CallQueue } from './call-queue';
import { findPasswordLink, usePasswordLink } from './password-links.repo';
import { isLinked } from '~/accounts/server/provider/identities.repo';
import { endSessionsOf } from './sessions.repo';
import { networkCounters } from './sign-in-limits';
import { hashToken } from './tokens';
import { lockAccount } from './factors.repo';

/** The message is never shown: the answer is the same past a limit. */
const LIMIT = { windowSeconds: 60 * 60, message: 'password_requests' } as const;
/** Limits mails to one account, from all addresses together. */
const ACCOUNT_LIMIT: AttemptLimit = { ...LIMIT, name: 'reset', attempts: 3 };
/** Limits the mails that one address requests. */
const NETWORK_LIMIT: AttemptLimit = { ...LIMIT, name: 'reset_address', attempts: 20 };

/**
 * POST /auth/forgot-password: queues a mail with a link if the address has an active account. The answer
 * must not reveal whether it has one: the typed address is counted and the same statements run in both
 * cases. The queue writes the mail later, so that it does not slow down the caller's next call. Platforms
 * that stop between calls write it at once.
 */
export async function requestPasswordReset(
  { db, clock, notifyMailWorker }: ApiDeps,
  { email }: ForgotPassword,
  address: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (await isWithinLimits(tx, email, address)) await queueResetMail(tx, email, clock());
  });
  if (!IS_OWN_SERVER) notifyMailWorker();
}

async function isWithinLimits(tx: Db, account: string, address: string): Promise<boolean> {
  const ofAccount = { limit: ACCOUNT_LIMIT, account, network: '' };
  try {
    await countAttempt(tx, [ofAccount, ...networkCounters(NETWORK_LIMIT, address)]);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * Queues the mail in one statement, which also runs without such an account; a queued mail is not queued
 * twice. Addresses that came from a provider and were never verified get none: the mailbox may be another
 * person's. People who were entered but never invited get none either: they have no account yet.
 */
async function queueResetMail(tx: Db, email: string, now: Date): Promise<void> {
  const isMailed = and(
    sameEmail(users.email, email),
    eq(users.is_active, true),
    or(eq(users.email_verified, true), and(isNotNull(users.password_hash), not(isLinked(tx)))),
  );
  await tx.execute(sql`
    insert into ${mailQueue} (reset_user_id, next_attempt_at, created_at)
    select ${users.id}, ${now}::timestamptz, ${now}::timestamptz
      from ${users}
     where ${isMailed}
    on conflict do nothing`);
}

/** Reads a link without using it up. @throws ApiError 404, 410 */
export async function previewPasswordLink({ db, clock }: ApiDeps, token: string) {
  const { email } = await openPasswordLink(db, token, clock());
  return { email };
}

/**
 * Sets the password of a link's account, once, and ends its sessions. No session begins: the person signs in
 * next.
 * @throws ApiError 404 or 410 for the link, 422 for the password, 429 if too many sign in at once
 */
export async function setPassword(
  { db, clock, passwords }: ApiDeps,
  signIns: CallQueue,
  { token, password }: SetPasswordPayload,
  address: string,
): Promise<void> {
  const { email, userId } = await openPasswordLink(db, token, clock());
  const problem = findPasswordProblem(password, email);
  if (problem !== null) throw invalidField('password', problem);
  const passwordHash = await signIns.run(address, () => passwords.hash(password));
  const actor = { kind: 'link', userId, name: email } as const;
  await recordChange(db, { actor, action: 'password_set' }, async (tx) => {
    const now = clock();
    // Every call that ends an account locks in this order: first the person, then the links.
    await lockAccount(tx, userId);
    const link = { tokenHash: hashToken(token), userId };
    if (!(await usePasswordLink(tx, link, now))) {
      // The link was used or expired in the meantime. This throws the reason.
      await openPasswordLink(tx, token, now);
      throw gone('password_link_used');
    }
    await changePassword(tx, { userId, newHash: passwordHash }, now);
    await endSessionsOf(tx, userId);
  });
}

async function openPasswordLink(db: Db, token: string, now: Date) {
  const link = await findPasswordLink(db, hashToken(token));
  if (!link) throw new ApiError(HTTP_NOT_FOUND, 'unknown_password_link');
  if (link.usedAt !== null) throw gone('password_link_used');
  if (link.expiresAt <= now) throw gone('password_link_expired');
  if (!link.isActive) throw gone('account_closed');
  return link;
}
