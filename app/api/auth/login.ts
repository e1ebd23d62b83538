import type { LoginPayload, LoginResponse } from '~/contract/session';
import { signIns } from '~/lib/metrics.server';
import { recordChange, type Actor } from '../db/record-change';
import type { ApiDeps } from '../deps';
import type { Client } from '../http/router';
import { recordLogin } from './accounts.repo';
import { checkPassword, countFailure, wrongLogin } from './check-password';
import { checkSecondFactor } from './second-factor';
import { startSession } from './sessions.repo';
import { forgetFailedSignIns } from './sign-in-limits';

/**
 * Signs in. Users who are not superusers get a token too: the panel denies access, and /admin routes answer 403.
 * @throws ApiError 401, with a code where a second factor is asked for, or 429 after too many failures, then for a
 * right password too
 */
export async function login(
  deps: ApiDeps,
  payload: LoginPayload,
  client: Client,
): Promise<LoginResponse> {
  const { db, clock } = deps;
  const { account, attempt } = await checkPassword(deps, payload, client);
  const { id, email, first_name, last_name, is_superuser, language } = account;
  const second = await checkSecondFactor(deps, id, payload);
  if (!second.passes) {
    await countFailure(deps, id, client.address);
    throw second.error;
  }
  const now = clock();
  const actor: Actor = { kind: is_superuser ? 'administrator' : 'person', userId: id };
  const access_token = await recordChange(db, { actor, action: 'signed_in' }, async (tx) => {
    // Changed or closed since: the session would outlive those that ended with it.
    if (!(await recordLogin(tx, account, now))) return null;
    return startSession(tx, { userId: id, client, factor: second.factor, now });
  });
  if (access_token === null) {
    await countFailure(deps, id, client.address);
    throw wrongLogin();
  }
  await forgetFailedSignIns(db, attempt);
  signIns.inc({ result: 'ok' });
  const user = { id, email, first_name, last_name, is_superuser };
  return { access_token, user: { ...user, ...(language !== null && { language }) } };
}
