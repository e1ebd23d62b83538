import { and, eq, notExists, or, sql } from 'drizzle-orm';
import type { ForgotPassword } from '~/contract/forgot-password';
import { IS_OWN_SERVER } from '~/lib/platform';
import { identities } from '../db/account-schema';
import type { Db } from '../db/connect.server';
import { mailQueue } from '../db/operations-schema';
import { users } from '../db/schema';
import { sameEmail } from '../db/search';
import type { ApiDeps } from '../deps';
import { ApiError } from '../http/api-error';
import { countAttempt, type AttemptLimit } from './attempt-limits';
import { networkCounters } from './sign-in-limits';

const WINDOW_SECONDS = 60 * 60;
/** Nobody reads it: past a limit the answer is the same. */
const message = 'Too many requests for a new password.';

/** Limits mails to one account, from all addresses together. */
const ACCOUNT_LIMIT: AttemptLimit = {
  name: 'reset',
  attempts: 3,
  windowSeconds: WINDOW_SECONDS,
  message,
};
/** Mails that one address asks for. */
const NETWORK_LIMIT: AttemptLimit = {
  name: 'reset_address',
  attempts: 20,
  windowSeconds: WINDOW_SECONDS,
  message,
};

/**
 * POST /auth/forgot-password: queues a mail with a link where the address has an active account. Addresses without one
 * cost the same statements in one transaction, and no answer tells them apart: what is counted is what was typed, and
 * the mail is written when the queue is next looked at: written at once, it would slow down the caller's next call, which
 * shows that there is an account. Platforms that stop between calls have no other moment to write it.
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
 * One statement, also where there is no such account. A mail that is queued already is sent once. None goes to an address that a provider has said
 * and nobody has verified: it may be another person's mailbox.
 */
async function queueResetMail(tx: Db, email: string, now: Date): Promise<void> {
  const linked = tx
    .select({ one: sql`1` })
    .from(identities)
    .where(eq(identities.user_id, users.id));
  const isMailed = and(
    sameEmail(users.email, email),
    eq(users.is_active, true),
    or(eq(users.email_verified, true), notExists(linked)),
  );
  await tx.execute(sql`
    insert into ${mailQueue} (reset_user_id, next_attempt_at, created_at)
    select ${users.id}, ${now}::timestamptz, ${now}::timestamptz
      from ${users}
     where ${isMailed}
    on conflict do nothing`);
}
