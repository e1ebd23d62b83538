import type { AnySentence } from '~/language/sentence';
import { asc, eq, or, sql } from 'drizzle-orm';
import { HTTP_BAD_REQUEST } from '~/rpc/errors/http-status';
import type { Db } from '~/platform/database/connect.server';
import { users } from '~/platform/database/schema/records';
import type { ApiSettings } from '~/rpc/embedded/deps';
import { ApiError, notFound } from '~/rpc/embedded/api-error';
import { assertAllRights, isAdministrator } from './administrators.repo';
import { hasWayIn } from '~/accounts/server/provider/identities.repo';

/** Error texts for the caller's own account and the last administrator's. */
type Messages = Readonly<Record<'own' | 'last', AnySentence>>;

interface Accounts {
  callerId: number;
  targetId: number;
}

/**
 * Checks that an administrator may be removed: never oneself, never the last one with all rights.
 * @throws ApiError 404, 400, or 401 and 403 for a caller who has just lost the rights
 */
export async function lockForRemoval(
  tx: Db,
  settings: ApiSettings,
  accounts: Accounts,
  messages: Messages,
) {
  if (accounts.targetId === accounts.callerId) throw new ApiError(HTTP_BAD_REQUEST, messages.own);
  return lockWithRights(tx, settings, accounts, new ApiError(HTTP_BAD_REQUEST, messages.last));
}

/**
 * Locks the user and every active administrator until the transaction ends, so that administrators who
 * change each other's rights do so one after the other. Returns the user.
 * @throws ApiError 404, `lastError` for the last one with all rights, 401 or 403 for a caller who lost them
 */
export async function lockWithRights(
  tx: Db,
  { provider }: ApiSettings,
  { callerId, targetId }: Accounts,
  lastError: ApiError | null,
) {
  const locked = await tx
    .select({
      id: users.id,
      email: users.email,
      is_active: users.is_active,
      is_superuser: users.is_superuser,
      rights: users.rights,
      canSignIn: sql<boolean>`${hasWayIn(tx, provider?.issuer ?? null)}`,
    })
    .from(users)
    .where(or(eq(users.id, targetId), isAdministrator))
    .orderBy(asc(users.id))
    .for('no key update');
  const user = locked.find(({ id }) => id === targetId);
  if (!user) throw notFound('User');
  const administrators = locked.filter((row) => row.is_superuser && row.is_active);
  const withAll = administrators.filter(({ rights }) => rights === 'all');
  const hasOthers = withAll.some(({ id, canSignIn }) => id !== targetId && canSignIn);
  if (lastError && withAll.includes(user) && !hasOthers) throw lastError;
  // Another administrator may have changed the caller's rights while this call waited.
  assertAllRights(administrators, callerId);
  return user;
}
