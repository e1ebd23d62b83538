import type { LoginPayload, LoginResponse } from '~/contract/session';
import type { ApiDeps } from '../deps';
import { ApiError } from '../http/api-error';
import { findAccount, recordLogin } from './accounts.repo';
import type { FailureLimiter } from './login-limiter';
import { startSession } from './sessions.repo';

export const WRONG_LOGIN_MESSAGE = 'Invalid email or password';

/**
 * Signs in. A wrong password, an unknown address and an inactive account look the same and take the same time. Who is
 * no superuser gets a token too: the panel refuses them with its own words, and /admin routes answer 403.
 * @throws ApiError 401, or 429 after too many failures
 */
export async function login(
  deps: ApiDeps,
  limiter: FailureLimiter,
  { username, password }: LoginPayload,
  address: string,
): Promise<LoginResponse> {
  const { db, passwords, clock } = deps;
  await limiter.assertAllowed(username, address);
  const account = await findAccount(db, username.trim());
  const matches = await passwords.verify(account?.password_hash ?? null, password);
  if (!account?.is_active || !matches) {
    await limiter.countFailure(username, address);
    throw new ApiError(401, WRONG_LOGIN_MESSAGE);
  }
  // Once more: many guesses sent at the same time must not slip through together.
  await limiter.assertAllowed(username, address);
  await limiter.forget(username, address);
  const now = clock();
  await recordLogin(db, account.id, now);
  const { id, email, first_name, last_name, is_superuser } = account;
  return {
    access_token: await startSession(db, id, now),
    user: { id, email, first_name, last_name, is_superuser },
  };
}
