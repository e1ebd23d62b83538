import { sentence } from '~/language/sentence';
import { HTTP_NOT_FOUND, HTTP_SERVICE_UNAVAILABLE } from '~/rpc/errors/http-status';
import { PROVIDER_ANSWER } from '~/accounts/provider';
import type { ProviderSettings } from '~/platform/settings.server';
import { providerSignIns } from '~/platform/database/schema/account';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { ApiError } from '~/rpc/embedded/api-error';
import { uncountAttempt, type AttemptLimit } from '~/accounts/server/attempt-limits';
import { countFailure } from '~/accounts/server/check-password';
import { countNetworkSignIn } from '~/accounts/server/sign-in-limits';
import { createToken } from '~/accounts/server/tokens';
import { readClaims } from './claims';
import { CLOCK_TOLERANCE_SECONDS, type Provider } from './openid-client';
import { describeProviderError, ProviderError } from './provider-error';
import {
  claimAnswer,
  findWaiting,
  hashBrowser,
  hashState,
  saveAnswer,
  type Target,
} from './provider-sign-ins.repo';

/** Time for the person to sign in at the provider. */
const AT_PROVIDER_MS = 10 * 60_000;
/** Time for the page to use its code. */
const CODE_MS = 30_000;

/** Sign-ins that an address may begin, and answers that it may bring. */
const STEPS: AttemptLimit = {
  name: 'provider',
  attempts: 200,
  windowSeconds: 15 * 60,
  message: 'sign_ins_of_network',
};

/** Dependencies of calls that exist only if a provider is configured. */
export interface ProviderDeps extends ApiDeps {
  provider: ProviderSettings;
  client: Provider;
}

/**
 * Stores the values that the provider's answer is compared with, and returns the address for the browser.
 * Only a sign-in leads back to a page; other purposes ask the provider in a new window.
 * @throws ApiError 503 if the provider does not answer, 429
 */
export async function startRoundTrip(
  deps: ProviderDeps,
  { purpose, of }: Target,
  { redirect, browser }: { redirect?: string | undefined; browser: string },
  address: string,
): Promise<string> {
  await countStep(deps, address);
  const { db, clock, client, log, provider } = deps;
  const begun = { state: createToken(), nonce: createToken(), codeVerifier: createToken() };
  const isAgain = purpose === 'confirm';
  const url = await client.addressFor({ ...begun, isAgain }).catch((error: unknown) => {
    log.error(describeProviderError(error), 'The sign-in provider does not work');
    throw new ApiError(
      HTTP_SERVICE_UNAVAILABLE,
      sentence('provider_unavailable', { provider: provider.name }),
    );
  });
  const search = redirect === undefined ? '' : `?${String(new URLSearchParams({ redirect }))}`;
  await db.insert(providerSignIns).values({
    state_hash: hashState(provider.issuer, begun.state),
    browser_hash: hashBrowser(provider.issuer, of, browser),
    purpose,
    page: purpose === 'sign_in' ? `/login${search}` : '',
    nonce: begun.nonce,
    code_verifier: begun.codeVerifier,
    expires_at: new Date(clock().getTime() + AT_PROVIDER_MS),
  });
  return url;
}

/** Result of the provider's answer: an address for the browser, or a code (empty after a failure). */
type Received = { address: string } | { state: string; code: string };

/**
 * GET /auth/provider/callback: passes a one-time code to the waiting page if the provider's answer is valid.
 * Errors are only logged, in one line; each counts as a failed sign-in.
 */
export async function receiveAnswer(
  deps: ProviderDeps,
  callback: URL,
  address: string,
): Promise<Received> {
  const { db, clock, log, settings, provider } = deps;
  const state = callback.searchParams.get('state') ?? '';
  const to = (page: string, code = ''): Received =>
    page === '' ? { state, code } : { address: settings.publicUrl + page + PROVIDER_ANSWER + code };
  const hashed = hashState(provider.issuer, state);
  let page = '/login';
  try {
    await countStep(deps, address);
    const waiting = await findWaiting(db, hashed, clock());
    if (!waiting || !(await claimAnswer(db, hashed, clock()))) {
      await countFailure(deps, null, address, { codes: ['NOBODY_WAITS'] });
      return to(page);
    }
    page = waiting.page;
    // The answer belongs to a waiting sign-in, so it counts against the sign-in limit too, not only as a
    // step.
    const attempt = await countNetworkSignIn(db, address);
    const identified = await identify(deps, callback, waiting);
    const code = createToken();
    const expiresAt = new Date(clock().getTime() + CODE_MS);
    await saveAnswer(db, hashed, { code, ...identified, expiresAt });
    await uncountAttempt(db, attempt);
    return to(page, code);
  } catch (error) {
    if (error instanceof ApiError) log.warn({ address }, error.message);
    else await countFailure(deps, null, address, describeProviderError(error));
    return to(page);
  }
}

type Waiting = NonNullable<Awaited<ReturnType<typeof findWaiting>>>;

/** Verifies the provider's answer. @throws if the answer or its ID token is invalid */
async function identify({ client, clock, provider }: ProviderDeps, callback: URL, begun: Waiting) {
  const { nonce, code_verifier: codeVerifier, purpose } = begun;
  const isAgain = purpose === 'confirm';
  const state = callback.searchParams.get('state') ?? '';
  const token = await client.identify(callback, { state, nonce, codeVerifier });
  // The ID token must have been issued after this sign-in began. The library checks only its expiry.
  const now = clock().getTime() / 1000;
  const beganAt = (begun.expires_at.getTime() - AT_PROVIDER_MS) / 1000;
  if (token.iat > now + CLOCK_TOLERANCE_SECONDS) throw new ProviderError('CLOCK_AHEAD');
  if (token.iat < beganAt - CLOCK_TOLERANCE_SECONDS) throw new ProviderError('CLOCK_BEHIND');
  if (isAgain && !((token.auth_time ?? 0) >= beganAt - CLOCK_TOLERANCE_SECONDS)) {
    throw new ProviderError('AUTHENTICATED_TOO_LONG_AGO');
  }
  return readClaims(token, provider);
}

/** Builds the 404 for a code that has expired, or that belongs to another browser or purpose. */
export function invalidCode(): ApiError {
  return new ApiError(HTTP_NOT_FOUND, 'sign_in_ended');
}

/** Counts a begun sign-in or an answer. @throws ApiError 429 */
export const countStep = ({ db }: ApiDeps, address: string) =>
  countNetworkSignIn(db, address, STEPS);
