import { HTTP_FORBIDDEN } from '~/rpc/errors/http-status';
import type { ProviderCode, ProviderSignIn } from '~/accounts/provider';
import type { LoginResponse } from '~/accounts/session';
import { recordChange, type Actor } from '~/platform/database/record-change';
import { ApiError, forbidden } from '~/rpc/embedded/api-error';
import type { Client, SignedIn } from '~/rpc/embedded/router';
import { recordLogin } from '~/accounts/server/accounts.repo';
import { uncountAttempt } from '~/accounts/server/attempt-limits';
import { countFailure } from '~/accounts/server/check-password';
import { toLoginResponse } from '~/accounts/server/login';
import { passkeyRequest } from '~/accounts/server/passkeys';
import { checkSecondFactor, type ShownFactor } from '~/accounts/server/second-factor';
import { renewAuthentication, startSession } from '~/accounts/server/sessions.repo';
import { countNetworkSignIn } from '~/accounts/server/sign-in-limits';
import { findIdentity, touchIdentity } from './identities.repo';
import { accountOf } from './provider-accounts';
import { extendCode, findAnswer, takeCode, targetOf, type Target } from './provider-sign-ins.repo';
import { invalidCode, type ProviderDeps } from './round-trip';
import { sentence } from '~/language/sentence';

/** A code is valid for this long while the second factor is awaited. */
const SECOND_FACTOR_MS = 5 * 60_000;
/** Rejected claims are kept this long for check-oidc. */
const REJECTED_MS = 24 * 60 * 60_000;

/** Finds the provider's answer for a code, which stays valid. @throws ApiError 404, which is counted */
async function openCode(deps: ProviderDeps, target: Target, sent: ProviderCode, address: string) {
  const { issuer } = deps.provider;
  const code = { ...sent, issuer, ...target };
  const answer = await findAnswer(deps.db, code, deps.clock());
  if (!answer) {
    await countFailure(deps, null, address);
    throw invalidCode();
  }
  const { subject, ...said } = answer;
  return { ...said, code, name: { issuer, subject } };
}

type OpenedCode = Awaited<ReturnType<typeof openCode>>;

/** Checks our second factor unless the provider has asked for one; the code stays valid longer. */
async function checkFactor(
  deps: ProviderDeps,
  { code, answeredAt, claims }: OpenedCode,
  userId: number,
  shown: ShownFactor,
  address: string,
  status?: typeof HTTP_FORBIDDEN,
) {
  if (claims.hasFactor) return null;
  const until = new Date(answeredAt.getTime() + SECOND_FACTOR_MS);
  await extendCode(deps.db, code, { expires_at: until }, deps.clock());
  return checkSecondFactor(deps, userId, shown, address, status);
}

/**
 * POST /auth/provider/passkey-options, also below /admin/account/reauthentication/provider: creates the
 * challenge of a passkey as the second factor. The code's end does not change. The call counts as a failed
 * sign-in.
 * @throws ApiError 404 for an invalid code, 409 without a passkey for this host, 429
 */
export async function startPasskey(
  deps: ProviderDeps,
  target: Target,
  sent: ProviderCode,
  { address }: Client,
) {
  await countNetworkSignIn(deps.db, address);
  const { name } = await openCode(deps, target, sent, address);
  const identity = await findIdentity(deps.db, name);
  // A user who confirms may have signed in at the provider with another account.
  if (!identity || !['', String(identity.userId)].includes(target.of)) throw invalidCode();
  return passkeyRequest(deps, identity.userId);
}

/** Target of a sign-in: no user is known yet. */
export const SIGN_IN: Target = { purpose: 'sign_in', of: '' };

/**
 * POST /auth/provider: exchanges the code for a session. Asks for our second factor unless the provider has
 * asked for one.
 * @throws ApiError 404 for a code that is not valid in this browser, 403 and 409 as accountOf, 401 for a
 * second factor, 429
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
    return endCode(forbidden('access_denied'), identity);
  }
  const { id } = account;
  const factor = await checkFactor(deps, opened, id, { otp, passkey }, address);
  const actor: Actor = { kind: 'administrator', userId: id };
  const access_token = await recordChange(db, { actor, action: 'signed_in' }, async (tx) => {
    const now = clock();
    if ((await takeCode(tx, code, now)) === null) return null;
    // The account was closed, unlinked or changed in the meantime. Its sessions have ended, so no new one
    // may begin.
    if (!(await touchIdentity(tx, identity, now)) || !(await recordLogin(tx, account, now)))
      return null;
    const by = { ...identity, provider: provider.name, ...claims };
    return startSession(tx, { userId: id, client, factor, by, now });
  });
  if (access_token === null) {
    await countFailure(deps, id, address);
    throw invalidCode();
  }
  await uncountAttempt(db, attempt);
  return toLoginResponse(access_token, account);

  /** Ends the code. If the claim was missing, the received values are kept for the log and check-oidc. */
  async function endCode(error: unknown, linked?: typeof known.identity): Promise<never> {
    const { received } = claims;
    const isByClaim = received !== null && linked?.claim !== null;
    const expires_at = new Date(clock().getTime() + REJECTED_MS);
    const rest = { expires_at, code_hash: null, subject: null, claims: { received } };
    await (isByClaim ? extendCode(db, code, rest, clock()) : takeCode(db, code, clock()));
    const why = isByClaim ? { wanted: provider.adminClaim, received } : {};
    if (error instanceof ApiError) await countFailure(deps, linked?.userId ?? null, address, why);
    throw error;
  }
}

/**
 * POST /admin/account/reauthentication/provider: confirms the user in place of the password. The provider
 * has just asked the person to sign in again.
 * @throws ApiError 404 for an invalid code, 403 for another person's account, and with a code for a second
 * factor, 429
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
    throw forbidden(sentence('linked_elsewhere', { provider: provider.name }));
  }
  await checkFactor(deps, opened, session.userId, { otp, passkey }, address, HTTP_FORBIDDEN);
  if ((await takeCode(db, code, clock())) === null) throw invalidCode();
  await renewAuthentication(db, session, clock());
  await uncountAttempt(db, attempt);
}
