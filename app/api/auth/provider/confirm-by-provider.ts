import { HTTP_FORBIDDEN } from '~/contract/http-status';
import type { ProviderSignIn } from '~/contract/provider';
import { ApiError } from '../../http/api-error';
import type { SignedIn } from '../../http/router';
import { uncountAttempt } from '../attempt-limits';
import { countFailure } from '../check-password';
import { renewAuthentication } from '../sessions.repo';
import { countNetworkSignIn } from '../sign-in-limits';
import { findIdentity } from './identities.repo';
import { checkFactor, openCode } from './provider-factor';
import { takeCode, targetOf } from './provider-sign-ins.repo';
import { notValid, type ProviderDeps } from './round-trip';

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
    throw new ApiError(HTTP_FORBIDDEN, `This account at ${provider.name} is not linked to yours.`);
  }
  await checkFactor(deps, opened, session.userId, { otp, passkey }, address, HTTP_FORBIDDEN);
  if ((await takeCode(db, code, clock())) === null) throw notValid();
  await renewAuthentication(db, session, clock());
  await uncountAttempt(db, attempt);
}
