import { HTTP_FORBIDDEN } from '~/contract/http-status';
import type { ProviderCode } from '~/contract/provider';
import type { LoginPayload } from '~/contract/session';
import { ApiError } from '../../http/api-error';
import type { SignedIn } from '../../http/router';
import { uncountAttempt } from '../attempt-limits';
import { countFailure } from '../check-password';
import { renewAuthentication } from '../sessions.repo';
import { countNetworkSignIn } from '../sign-in-limits';
import { findIdentity } from './identities.repo';
import { checkFactor } from './provider-sign-in';
import { findAnswer, takeCode, targetOf } from './provider-sign-ins.repo';
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
  { otp, ...sent }: ProviderCode & Pick<LoginPayload, 'otp'>,
  address: string,
): Promise<void> {
  const { db, clock, provider } = deps;
  const attempt = await countNetworkSignIn(db, address);
  const code = { ...sent, issuer: provider.issuer, ...targetOf('confirm', session) };
  const answer = await findAnswer(db, code, clock());
  if (!answer) throw notValid();
  const identity = await findIdentity(db, { issuer: provider.issuer, subject: answer.subject });
  if (identity?.userId !== session.userId) {
    await takeCode(db, code, clock());
    await countFailure(deps, session.userId, address);
    throw new ApiError(HTTP_FORBIDDEN, `This account at ${provider.name} is not linked to yours.`);
  }
  const asked = { ...answer, code, otp, userId: session.userId };
  const second = await checkFactor(deps, asked, HTTP_FORBIDDEN);
  if (!second.passes) {
    await countFailure(deps, session.userId, address);
    throw second.error;
  }
  if ((await takeCode(db, code, clock())) === null) throw notValid();
  await renewAuthentication(db, session, clock());
  await uncountAttempt(db, attempt);
}
