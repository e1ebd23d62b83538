import { and, eq, gt } from 'drizzle-orm';
import { identities, passwordLinks } from '~/platform/database/schema/account';
import type { Db } from '~/platform/database/connect.server';
import { users } from '~/platform/database/schema/records';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { forbidden } from '~/rpc/embedded/api-error';
import { isAdministrator } from './administrators.repo';
import { isByClaim } from '~/accounts/server/provider/identities.repo';
import { sentence } from '~/language/sentence';

/** Passwords work again if no administrator has signed in by the provider for this long. */
const PROVIDER_WORKS_MS = 30 * 24 * 60 * 60_000;
/** A password set by a link of `npm run admin` signs in this long even if passwords are off. */
const COMMAND_LINK_MS = 24 * 60 * 60_000;

/**
 * Rejects a sign-in by password if PASSWORD_SIGN_IN is false. This runs before the password is checked, so
 * that nobody learns whether it is right.
 * @throws ApiError 403
 */
export async function assertPasswordSignIn(
  { db, clock, log, settings: { provider } }: ApiDeps,
  userId: number | null,
): Promise<void> {
  if (!provider || provider.passwordSignIn) return;
  const now = clock().getTime();
  if (userId !== null && (await hasUsedCommandLink(db, userId, new Date(now - COMMAND_LINK_MS))))
    return;
  if (!(await hasSignedIn(db, provider.issuer, new Date(now - PROVIDER_WORKS_MS)))) {
    log.warn(
      {},
      'Passwords sign in again, whatever PASSWORD_SIGN_IN says: no administrator has signed in by the provider for 30 days',
    );
    return;
  }
  throw forbidden(sentence('passwords_off', { provider: provider.name }));
}

/**
 * Rejects a right password if the account's rights come from the provider's claim. Otherwise a person who
 * has lost the claim could keep access by a password that was set by mail.
 * @throws ApiError 403
 */
export async function assertNotByClaim(
  { db, clock, settings: { provider } }: ApiDeps,
  userId: number,
): Promise<void> {
  if (!provider || !(await isByClaim(db, userId))) return;
  const since = new Date(clock().getTime() - COMMAND_LINK_MS);
  if (await hasUsedCommandLink(db, userId, since)) return;
  throw forbidden(sentence('rights_of_provider', { provider: provider.name }));
}

async function hasSignedIn(db: Db, issuer: string, since: Date): Promise<boolean> {
  const signedIn = await db
    .select({ id: identities.id })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.user_id))
    .where(and(eq(identities.issuer, issuer), gt(identities.last_used_at, since), isAdministrator))
    .limit(1);
  return signedIn.length > 0;
}

async function hasUsedCommandLink(db: Db, userId: number, since: Date): Promise<boolean> {
  const used = and(
    eq(passwordLinks.user_id, userId),
    eq(passwordLinks.kind, 'command'),
    gt(passwordLinks.used_at, since),
  );
  return (await db.$count(passwordLinks, used)) > 0;
}
