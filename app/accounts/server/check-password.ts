import type { AnySentence } from '~/language/sentence';
import { HTTP_UNAUTHORIZED } from '~/rpc/errors/http-status';
import { signIns } from '~/platform/metrics.server';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { ApiError, invalidField } from '~/rpc/embedded/api-error';
import type { Client } from '~/rpc/embedded/router';
import { findAccount } from './accounts.repo';
import { uncountAttempt } from './attempt-limits';
import { countFailedSignIn } from './failed-sign-ins.repo';
import { assertNotByClaim, assertPasswordSignIn } from './password-sign-in';
import { countSignIn } from './sign-in-limits';
/** Operators ban addresses by this line (docs/security.md); it has the client's address. */
const FAILED_SIGN_IN_LOG = 'Sign-in failed';

export interface Credentials {
  username: string;
  password: string;
}

/**
 * Checks the first factor of a sign-in, which is counted first. A wrong password, an unknown address and an
 * inactive account get the same answer after the same time.
 * @throws ApiError 401, 403 if passwords are switched off, or 429 after too many failures, even for a right
 * password
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
  await assertPasswordSignIn(deps, account?.id ?? null);
  const matches = await passwords.verify(account?.password_hash ?? null, password);
  if (!account?.is_active || !matches) {
    await countFailure(deps, account?.id ?? null, address);
    throw wrongLogin();
  }
  await assertNotByClaim(deps, account.id);
  return { account, attempt };
}

interface TypedPassword {
  password: string;
  address: string;
  /** Field of the call that holds the password. */
  field: string;
  message?: AnySentence;
}

/**
 * Checks the password of a known account. Guesses count as sign-ins, so that neither an open tab nor a link
 * avoids their limits. Run it in the sign-in queue.
 * @throws ApiError 422 that names the field, 429 after too many wrong ones
 */
export async function checkOwnPassword(
  deps: ApiDeps,
  account: { id: number; email: string; password_hash: string | null },
  { password, address, field, message = 'wrong_current_password' }: TypedPassword,
): Promise<void> {
  const { db, passwords } = deps;
  const attempt = await countSignIn(db, account.email, address);
  if (!(await passwords.verify(account.password_hash, password))) {
    await countFailure(deps, account.id, address);
    throw invalidField(field, message);
  }
  // A right password here begins no session: only this attempt's count is undone, earlier failures stay.
  await uncountAttempt(db, attempt);
}

export function wrongLogin(): ApiError {
  return new ApiError(HTTP_UNAUTHORIZED, 'wrong_sign_in');
}

export async function countFailure(
  { db, log, clock }: ApiDeps,
  userId: number | null,
  address: string,
  why: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  log.warn({ address, account: userId, ...why }, FAILED_SIGN_IN_LOG);
  signIns.inc({ result: 'failed' });
  await countFailedSignIn(db, { userId, address }, clock());
}
