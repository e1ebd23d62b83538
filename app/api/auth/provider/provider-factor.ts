import type { HTTP_FORBIDDEN } from '~/contract/http-status';
import type { PasskeyRequestOptions } from '~/contract/passkeys';
import type { ProviderCode } from '~/contract/provider';
import type { Client } from '../../http/router';
import { countFailure } from '../check-password';
import { passkeyRequest } from '../passkeys';
import { checkSecondFactor, type ShownFactor } from '../second-factor';
import { countNetworkSignIn } from '../sign-in-limits';
import { findIdentity } from './identities.repo';
import { extendCode, findAnswer, type Target } from './provider-sign-ins.repo';
import { notValid, type ProviderDeps } from './round-trip';

/** How long a code is good while a second factor is looked for. */
const SECOND_FACTOR_MS = 5 * 60_000;

/** The provider's answer that a code stands for; the code stays good. @throws ApiError 404, which counts as a failed sign-in */
export async function openCode(
  deps: ProviderDeps,
  target: Target,
  sent: ProviderCode,
  address: string,
) {
  const { issuer } = deps.provider;
  const code = { ...sent, issuer, ...target };
  const answer = await findAnswer(deps.db, code, deps.clock());
  if (!answer) {
    await countFailure(deps, null, address);
    throw notValid();
  }
  const { subject, ...said } = answer;
  return { ...said, code, name: { issuer, subject } };
}

type OpenedCode = Awaited<ReturnType<typeof openCode>>;

/** The second factor of ours, for which the code stays good a while; none where the provider has asked for one. As checkSecondFactor. */
export async function checkFactor(
  deps: ProviderDeps,
  { code, answeredAt, claims }: OpenedCode,
  userId: number,
  shown: ShownFactor,
  address: string,
  status?: typeof HTTP_FORBIDDEN,
) {
  if (claims.hasFactor) return null;
  const until = new Date(answeredAt.getTime() + SECOND_FACTOR_MS);
  await extendCode(deps.db, code, until, deps.clock());
  return checkSecondFactor(deps, userId, shown, address, status);
}

/**
 * POST /auth/provider/passkey-options, and the same below /admin/account/reauthentication/provider: what a passkey signs as that factor. The
 * code stays good for as long as it was. It counts as a sign-in that has failed.
 * @throws ApiError 404 for a code that is not good, 409 without a passkey for this host, 429
 */
export async function startPasskey(
  deps: ProviderDeps,
  target: Target,
  sent: ProviderCode,
  { address }: Client,
): Promise<PasskeyRequestOptions> {
  await countNetworkSignIn(deps.db, address);
  const { name } = await openCode(deps, target, sent, address);
  const identity = await findIdentity(deps.db, name);
  // A user who confirms may have signed in there with another account.
  if (!identity || !['', String(identity.userId)].includes(target.of)) throw notValid();
  return passkeyRequest(deps, identity.userId);
}
