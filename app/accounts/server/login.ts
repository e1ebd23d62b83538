import type { LoginPayload, LoginResponse } from '~/accounts/session';
import { signIns } from '~/platform/metrics.server';
import { recordChange, type Actor } from '~/platform/database/record-change';
import type { ApiDeps } from '~/rpc/embedded/deps';
import type { Client } from '~/rpc/embedded/router';
import { recordLogin, type findAccountById } from './accounts.repo';
import { checkPassword, countFailure, wrongLogin } from './check-password';
import { checkSecondFactor } from './second-factor';
import { startSession } from './sessions.repo';
import { forgetFailedSignIns } from './sign-in-limits';

/**
 * Signs in. Users who are not superusers get a token too: the panel denies access, and /admin routes answer
 * 403.
 * @throws ApiError 401, with a code if a second factor is required, or 429 after too many failures
 */
export async function login(deps: ApiDeps, payload: LoginPayload, client: Client) {
  const { db, clock } = deps;
  const { account, attempt } = await checkPassword(deps, payload, client);
  const { id } = account;
  const factor = await checkSecondFactor(deps, id, payload, client.address);
  const now = clock();
  const actor: Actor = { kind: account.is_superuser ? 'administrator' : 'person', userId: id };
  const access_token = await recordChange(db, { actor, action: 'signed_in' }, async (tx) => {
    // The account was changed or closed after the check. That ended its sessions, so none may begin now.
    if (!(await recordLogin(tx, account, now))) return null;
    return startSession(tx, { userId: id, client, factor, now });
  });
  if (access_token === null) {
    await countFailure(deps, id, client.address);
    throw wrongLogin();
  }
  await forgetFailedSignIns(db, attempt);
  return toLoginResponse(access_token, account);
}

/** Builds the answer of a successful sign-in, and counts it in the metrics. */
export function toLoginResponse(
  access_token: string,
  account: NonNullable<Awaited<ReturnType<typeof findAccountById>>>,
): LoginResponse {
  signIns.inc({ result: 'ok' });
  const { id, email, first_name, last_name, is_superuser, language, password_hash } = account;
  const rights = is_superuser && { rights: account.rights };
  const user = { id, email, first_name, last_name, is_superuser, ...rights };
  // The panel hides password fields from a user who has no password.
  const hasNone = password_hash === null && { has_password: false };
  return { access_token, user: { ...user, ...(language !== null && { language }), ...hasNone } };
}
