import type { LoginPayload, LoginResponse } from '~/contract/session';
import { recordChange, type Actor } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { ApiError } from '../http/api-error';
import type { Client } from '../http/router';
import { findAccount, recordLogin } from './accounts.repo';
import { countFailedSignIn } from './failed-sign-ins.repo';
import { passesSecondFactor, SECOND_FACTOR_MESSAGES, secondFactorRequired } from './second-factor';
import { startSession } from './sessions.repo';
import { countSignIn, forgetFailedSignIns } from './sign-in-limits';

export const WRONG_LOGIN_MESSAGE = 'Invalid email or password';
/** With the client's address, and the account's id where there is one, for whoever bans addresses by the log (docs/security.md). */
export const FAILED_SIGN_IN_LOG = 'Sign-in failed';

/**
 * Signs in. A wrong password, an unknown address and an inactive account look the same and take the same time. Users
 * who are not superusers get a token too: the panel denies access, and /admin routes answer 403.
 * @throws ApiError 401, with a code where a second factor is asked for, or 429 after too many failures, then for a
 * right password too
 */
export async function login(
  deps: ApiDeps,
  { username, password, otp }: LoginPayload,
  client: Client,
): Promise<LoginResponse> {
  const { db, passwords, clock } = deps;
  const { address } = client;
  const name = username.trim();
  const attempt = await countSignIn(db, name, address);
  const account = await findAccount(db, name);
  const matches = await passwords.verify(account?.password_hash ?? null, password);
  if (!account?.is_active || !matches) {
    await countFailure(deps, account?.id ?? null, address);
    throw new ApiError(401, WRONG_LOGIN_MESSAGE);
  }
  if (!(await passesSecondFactor(deps, account.id, otp))) {
    await countFailure(deps, account.id, address);
    throw secondFactorRequired(SECOND_FACTOR_MESSAGES.wrong);
  }
  const now = clock();
  const { id, email, first_name, last_name, is_superuser } = account;
  const actor: Actor = { kind: is_superuser ? 'administrator' : 'person', userId: id };
  const access_token = await recordChange(db, { actor, action: 'signed_in' }, async (tx) => {
    await recordLogin(tx, id, now);
    return startSession(tx, id, client, now);
  });
  await forgetFailedSignIns(db, attempt);
  return { access_token, user: { id, email, first_name, last_name, is_superuser } };
}

async function countFailure(
  { db, log, clock }: ApiDeps,
  userId: number | null,
  address: string,
): Promise<void> {
  log.warn({ address, account: userId }, FAILED_SIGN_IN_LOG);
  await countFailedSignIn(db, { userId, address }, clock());
}
