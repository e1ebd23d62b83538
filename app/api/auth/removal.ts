import { HTTP_BAD_REQUEST } from '~/contract/http-status';
import type { Db } from '../db/connect.server';
import { ApiError, notFound, signInRequired } from '../http/api-error';
import { lockUserAndAdministrators } from './administrators.repo';

interface Removal {
  targetId: number;
  callerId: number;
  /** The detail where an account is the caller's own, or the last administrator's. */
  messages: { own: string; last: string };
}

/**
 * The rule for removing an administrator, under a lock that two at once can't get past: never oneself, never the
 * last one, and only while one is an administrator oneself. Returns the locked account.
 * @throws ApiError 404, 400, or 401 for a caller who has just been removed
 */
export async function lockForRemoval(tx: Db, { targetId, callerId, messages }: Removal) {
  if (targetId === callerId) throw new ApiError(HTTP_BAD_REQUEST, messages.own);
  const found = await lockUserAndAdministrators(tx, targetId);
  if (!found) throw notFound('User');
  const { user, administrators } = found;
  const isAdministrator = (userId: number) => administrators.some(({ id }) => id === userId);
  // Without a password nobody can sign in.
  const hasOthers = administrators.some(({ id, hasPassword }) => id !== targetId && hasPassword);
  if (isAdministrator(targetId) && !hasOthers) {
    throw new ApiError(HTTP_BAD_REQUEST, messages.last);
  }
  // Removed by someone else while this call waited: the token has ended.
  if (!isAdministrator(callerId)) throw signInRequired();
  return user;
}
