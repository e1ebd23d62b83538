import { HTTP_FORBIDDEN } from '~/contract/http-status';
import type { ProviderCode } from '~/contract/provider';
import { ACCESS_DENIED_MESSAGE, type LoginPayload, type LoginResponse } from '~/contract/session';
import { signIns } from '~/lib/metrics.server';
import { recordChange, type Actor } from '../../db/record-change';
import { ApiError } from '../../http/api-error';
import type { Client } from '../../http/router';
import { recordLogin } from '../accounts.repo';
import { uncountAttempt } from '../attempt-limits';
import { countFailure } from '../check-password';
import { checkSecondFactor } from '../second-factor';
import { startSession } from '../sessions.repo';
import { countNetworkSignIn } from '../sign-in-limits';
import { touchIdentity } from './identities.repo';
import { accountOf } from './provider-accounts';
import type { Claims } from './claims';
import { extendCode, findAnswer, takeCode, type Code, type Target } from './provider-sign-ins.repo';
import { notValid, type ProviderDeps } from './round-trip';

/** Nobody is known yet. */
export const SIGN_IN: Target = { purpose: 'sign_in', of: '' };

/** How long a code is good while a second factor is looked for. */
const SECOND_FACTOR_MS = 5 * 60_000;

/**
 * POST /auth/provider: exchanges the code for a session. Where the account has a second factor of ours and the provider has asked for
 * none, it follows.
 * @throws ApiError 404 for a code that is not good (any more) in this browser, 403 and 409 as accountOf, 401 where a second factor is
 * asked for, 429 after too many failures
 */
export async function signInByProvider(
  deps: ProviderDeps,
  { otp, ...sent }: ProviderCode & Pick<LoginPayload, 'otp'>,
  client: Client,
): Promise<LoginResponse> {
  const { db, clock, provider } = deps;
  const { address } = client;
  const attempt = await countNetworkSignIn(db, address);
  const code = { ...sent, issuer: provider.issuer, ...SIGN_IN };
  const found = await findAnswer(db, code, clock());
  if (!found) throw await failed(deps, null, address, notValid());
  const { subject, claims } = found;
  const known = await accountOf(deps, { issuer: provider.issuer, subject }, claims).catch(
    (error: unknown) => endCode(error),
  );
  const { account, identity } = known;
  if (!account?.is_superuser || !account.is_active) {
    return endCode(new ApiError(HTTP_FORBIDDEN, ACCESS_DENIED_MESSAGE), identity.userId);
  }
  const { id, email, first_name, last_name, is_superuser, language } = account;
  const second = await checkFactor(deps, { ...found, code, otp, userId: id });
  if (!second.passes) throw await failed(deps, id, address, second.error);
  const actor: Actor = { kind: 'administrator', userId: id };
  const access_token = await recordChange(db, { actor, action: 'signed_in' }, async (tx) => {
    const now = clock();
    if ((await takeCode(tx, code, now)) === null) return null;
    // Closed, unlinked or changed since: the session would outlive those that ended with it.
    if (!(await touchIdentity(tx, identity, now)) || !(await recordLogin(tx, account, now)))
      return null;
    const by = { ...identity, provider: provider.name, ...claims };
    return startSession(tx, { userId: id, client, factor: second.factor, by, now });
  });
  if (access_token === null) throw await failed(deps, id, address, notValid());
  await uncountAttempt(db, attempt);
  signIns.inc({ result: 'ok' });
  const user = { id, email, first_name, last_name, is_superuser };
  return { access_token, user: { ...user, ...(language !== null && { language }) } };

  /** No other try with this code. */
  async function endCode(error: unknown, userId: number | null = null): Promise<never> {
    await takeCode(db, code, clock());
    throw await failed(deps, userId, address, error);
  }
}

interface AskedFactor {
  code: Code;
  answeredAt: Date;
  claims: Claims;
  otp: string | undefined;
  userId: number;
}

/** The second factor of ours, for which the code stays good a while; none where the provider has asked for one. As checkSecondFactor. */
export async function checkFactor(
  deps: ProviderDeps,
  { code, answeredAt, claims, otp, userId }: AskedFactor,
  status?: typeof HTTP_FORBIDDEN,
) {
  if (claims.hasFactor) return { passes: true, factor: null } as const;
  const until = new Date(answeredAt.getTime() + SECOND_FACTOR_MS);
  await extendCode(deps.db, code, until, deps.clock());
  return checkSecondFactor(deps, userId, { otp }, status);
}

async function failed(
  deps: ProviderDeps,
  userId: number | null,
  address: string,
  error: unknown,
): Promise<unknown> {
  if (error instanceof ApiError) await countFailure(deps, userId, address);
  return error;
}
