import { HTTP_UNAUTHORIZED } from '~/contract/http-status';
import { signIns } from '~/lib/metrics.server';
import type { ApiDeps } from '../deps';
import { ApiError } from '../http/api-error';
import type { Client } from '../http/router';
import { findAccount } from './accounts.repo';
import { countFailedSignIn } from './failed-sign-ins.repo';
import { countSignIn } from './sign-in-limits';

export const WRONG_LOGIN_MESSAGE = 'Invalid email or password';
/** With the client's address, and the account's id where there is one, for operators who ban addresses by the log (docs/security.md). */
export const FAILED_SIGN_IN_LOG = 'Sign-in failed';

export interface Credentials {
  username: string;
  password: string;
}

/**
 * The first step of a sign-in, counted before it is checked. A wrong password, an unknown address and an inactive account
 * look the same and take the same time.
 * @throws ApiError 401, or 429 after too many failures, then for a right password too
 */
export async function checkPassword(
  deps: ApiDeps,
  { username, password }: Credentials,
  { address }: Client,
) {
  const { db, passwords } = deps;
  const name = username.trim();
  const attempt = await countSignIn(db, name, address);
  const account = await findAccount(db, name);
  const matches = await passwords.verify(account?.password_hash ?? null, password);
  if (!account?.is_active || !matches) {
    await countFailure(deps, account?.id ?? null, address);
    throw wrongLogin();
  }
  return { account, attempt };
}

export function wrongLogin(): ApiError {
  return new ApiError(HTTP_UNAUTHORIZED, WRONG_LOGIN_MESSAGE);
}

export async function countFailure(
  { db, log, clock }: ApiDeps,
  userId: number | null,
  address: string,
): Promise<void> {
  log.warn({ address, account: userId }, FAILED_SIGN_IN_LOG);
  signIns.inc({ result: 'failed' });
  await countFailedSignIn(db, { userId, address }, clock());
}
