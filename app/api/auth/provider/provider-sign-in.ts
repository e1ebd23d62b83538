import { HTTP_FORBIDDEN } from '~/contract/http-status';
import type { ProviderSignIn } from '~/contract/provider';
import { ACCESS_DENIED_MESSAGE, type LoginResponse } from '~/contract/session';
import { recordChange, type Actor } from '../../db/record-change';
import { ApiError, forbidden } from '../../http/api-error';
import type { Client, SignedIn } from '../../http/router';
import { recordLogin } from '../accounts.repo';
import { uncountAttempt } from '../attempt-limits';
import { countFailure } from '../check-password';
import { toLoginResponse } from '../login';
import { renewAuthentication, startSession } from '../sessions.repo';
import { countNetworkSignIn } from '../sign-in-limits';
import { findIdentity, touchIdentity } from './identities.repo';
import { accountOf } from './provider-accounts';
import { checkFactor, openCode } from './provider-factor';
import { takeCode, targetOf, type Target } from './provider-sign-ins.repo';
import { notValid, type ProviderDeps } from './round-trip';

/** Nobody is known yet. */
export const SIGN_IN: Target = { purpose: 'sign_in', of: '' };

/**
 * POST /auth/provider: exchanges the code for a session. Where the account has a second factor of ours and the provider has asked for
 * none, it follows.
 * @throws ApiError 404 for a code that is not good (any more) in this browser, 403 and 409 as accountOf, 401 where a second factor is
 * asked for, 429 after too many failures
 */
export async function signInByProvider(
  deps: ProviderDeps,
  { otp, passkey, ...sent }: ProviderSignIn,
  client: Client,
): Promise<LoginResponse> {
  const { db, clock, provider } = deps;
  const { address } = client;
  const attempt = await countNetworkSignIn(db, address);
  const opened = await openCode(deps, SIGN_IN, sent, address);
  const { code, name, claims } = opened;
  const known = await accountOf(deps, name, claims).catch((error: unknown) => endCode(error));
  const { account, identity } = known;
  if (!account?.is_superuser || !account.is_active) {
    return endCode(forbidden(ACCESS_DENIED_MESSAGE), identity.userId);
  }
  const { id } = account;
  const factor = await checkFactor(deps, opened, id, { otp, passkey }, address);
  const actor: Actor = { kind: 'administrator', userId: id };
  const access_token = await recordChange(db, { actor, action: 'signed_in' }, async (tx) => {
    const now = clock();
    if ((await takeCode(tx, code, now)) === null) return null;
    // Closed, unlinked or changed since: the session would outlive those that ended with it.
    if (!(await touchIdentity(tx, identity, now)) || !(await recordLogin(tx, account, now)))
      return null;
    const by = { ...identity, provider: provider.name, ...claims };
    return startSession(tx, { userId: id, client, factor, by, now });
  });
  if (access_token === null) {
    await countFailure(deps, id, address);
    throw notValid();
  }
  await uncountAttempt(db, attempt);
  return toLoginResponse(access_token, account);

  /** No other try with this code. */
  async function endCode(error: unknown, userId: number | null = null): Promise<never> {
    await takeCode(db, code, clock());
    if (error instanceof ApiError) await countFailure(deps, userId, address);
    throw error;
  }
}

/**
 * POST /admin/account/reauthentication/provider: in place of the password. The provider has asked the person again since this began
 * (round-trip.ts).
 * @throws ApiError 404 for a code that is not good, 403 for an account of somebody else, and with a code for a missing or wrong second
 * factor, 429 after too many failures
 */
export async function confirmByProvider(
  deps: ProviderDeps,
  session: SignedIn,
  { otp, passkey, ...sent }: ProviderSignIn,
  address: string,
): Promise<void> {
  const { db, clock, provider } = deps;
  const attempt = await countNetworkSignIn(db, address);
  const opened = await openCode(deps, targetOf('confirm', session), sent, address);
  const { code, name } = opened;
  const identity = await findIdentity(db, name);
  if (identity?.userId !== session.userId) {
    await takeCode(db, code, clock());
    await countFailure(deps, session.userId, address);
    throw forbidden(`This account at ${provider.name} is not linked to yours.`);
  }
  await checkFactor(deps, opened, session.userId, { otp, passkey }, address, HTTP_FORBIDDEN);
  if ((await takeCode(db, code, clock())) === null) throw notValid();
  await renewAuthentication(db, session, clock());
  await uncountAttempt(db, attempt);
}
