import { HTTP_FORBIDDEN, HTTP_NOT_FOUND, HTTP_SERVICE_UNAVAILABLE } from '~/contract/http-status';
import { PROVIDER_ANSWER, type ProviderCode } from '~/contract/provider';
import { ACCESS_DENIED_MESSAGE, type LoginPayload, type LoginResponse } from '~/contract/session';
import { toNetwork } from '~/lib/client-address.server';
import { signIns } from '~/lib/metrics.server';
import type { ProviderSettings } from '~/lib/settings.server';
import { recordChange, type Actor } from '../../db/record-change';
import type { ApiDeps } from '../../deps';
import { ApiError, notFound } from '../../http/api-error';
import type { Client } from '../../http/router';
import { findAccountById, recordLogin } from '../accounts.repo';
import { countAttempt, type AttemptLimit } from '../attempt-limits';
import { countFailure } from '../check-password';
import { checkSecondFactor } from '../second-factor';
import { startSession } from '../sessions.repo';
import { NETWORK_PREFIX_BITS } from '../sign-in-limits';
import { createToken, hashToken } from '../tokens';
import { findOwner, touchIdentity } from './identities.repo';
import type { Provider } from './openid-client';
import {
  claimAnswer,
  extendCode,
  findSubject,
  findWaiting,
  insertProviderSignIn,
  saveSubject,
  takeCode,
  type Purpose,
} from './provider-sign-ins.repo';

/** How long the person may be at the provider. */
const AT_PROVIDER_MS = 10 * 60_000;
/** How long the code in the page's address is good. */
const CODE_MS = 30_000;
/** The same while a second factor is looked for. */
const SECOND_FACTOR_MS = 5 * 60_000;

/** Sign-ins that an address may begin, and answers that it may bring. */
const STEPS: AttemptLimit = {
  name: 'provider',
  attempts: 200,
  windowSeconds: 15 * 60,
  message: 'Too many sign-ins from your network.',
};

export const PROVIDER_MESSAGES = {
  code: 'This sign-in is no longer valid. Please try again.',
  unknown: (name: string) =>
    `Nobody here has linked this account. Sign in with your password and link ${name} under Account.`,
  unavailable: (name: string) => `Signing in with ${name} does not work at the moment.`,
};

/** The calls of this file know which provider is meant. */
export interface ProviderDeps extends ApiDeps {
  provider: ProviderSettings;
  client: Provider;
}

interface Start {
  redirect?: string | undefined;
  browser: string;
}

/**
 * POST /auth/provider/start: keeps what the answer will be compared with, and says where the browser goes.
 * @throws ApiError 503 where the provider does not answer, 429
 */
export async function startProviderSignIn(
  deps: ProviderDeps,
  purpose: Purpose,
  { redirect, browser }: Start,
  address: string,
): Promise<string> {
  await countStep(deps, address);
  const begun = { state: createToken(), nonce: createToken(), codeVerifier: createToken() };
  const url = await deps.client.addressFor(begun).catch((error: unknown) => {
    deps.log.error({ err: describe(error), issuer: deps.provider.issuer }, 'The sign-in provider');
    const message = PROVIDER_MESSAGES.unavailable(deps.provider.name);
    throw new ApiError(HTTP_SERVICE_UNAVAILABLE, message);
  });
  const search = redirect === undefined ? '' : `?${String(new URLSearchParams({ redirect }))}`;
  await insertProviderSignIn(deps.db, {
    state_hash: hashToken(begun.state),
    browser_hash: hashToken(browser),
    purpose,
    page: purpose === 'sign_in' ? `/login${search}` : null,
    nonce: begun.nonce,
    code_verifier: begun.codeVerifier,
    expires_at: new Date(deps.clock().getTime() + AT_PROVIDER_MS),
  });
  return url;
}

/** What becomes of the provider's answer: an address for the browser, or for a window of its own a code (empty where it failed). */
type Received = { address: string } | { state: string; code: string };

/**
 * GET /auth/provider/callback: hands a one-time code to the page that waits for it where the provider's answer is good.
 * The log alone says what was wrong, without the answer itself.
 */
export async function receiveAnswer(
  deps: ProviderDeps,
  callback: URL,
  address: string,
): Promise<Received> {
  const { db, clock, log, settings } = deps;
  const state = callback.searchParams.get('state') ?? '';
  const to = (page: string | null, code = ''): Received =>
    page === null
      ? { state, code }
      : { address: settings.publicUrl + page + PROVIDER_ANSWER + code };
  try {
    await countStep(deps, address);
  } catch (error) {
    if (error instanceof ApiError) return to('/login');
    throw error;
  }
  const waiting = await findWaiting(db, state, clock());
  if (!waiting || !(await claimAnswer(db, state, clock()))) {
    log.warn({ address }, 'An answer of the sign-in provider that nobody waits for');
    return to('/login');
  }
  try {
    const { nonce, code_verifier: codeVerifier } = waiting;
    const { sub } = await deps.client.identify(callback, { state, nonce, codeVerifier });
    const code = createToken();
    const expiresAt = new Date(clock().getTime() + CODE_MS);
    await saveSubject(db, state, { code, subject: sub, expiresAt });
    return to(waiting.page, code);
  } catch (error) {
    log.warn({ address, err: describe(error) }, 'An answer of the sign-in provider was refused');
    signIns.inc({ result: 'failed' });
    return to(waiting.page);
  }
}

/**
 * POST /auth/provider: exchanges the code for a session. Where the account has a second factor of ours, it follows.
 * @throws ApiError 404 for a code that is not good (any more) in this browser, 403 for an account that nobody has linked or
 * that is no administrator's, 401 where a second factor is asked for
 */
export async function signInByProvider(
  deps: ProviderDeps,
  { otp, ...sent }: ProviderCode & Pick<LoginPayload, 'otp'>,
  client: Client,
): Promise<LoginResponse> {
  const { db, clock, provider } = deps;
  const code = { ...sent, purpose: 'sign_in' as const };
  const found = await findSubject(db, code, clock());
  if (!found) throw notValid();
  const name = { issuer: provider.issuer, subject: found.subject };
  const userId = await findOwner(db, name);
  const account = userId === null ? null : await findAccountById(db, userId);
  if (!account?.is_superuser || !account.is_active) {
    await takeCode(db, code, clock());
    await countFailure(deps, userId, client.address);
    throw new ApiError(
      HTTP_FORBIDDEN,
      account ? ACCESS_DENIED_MESSAGE : PROVIDER_MESSAGES.unknown(provider.name),
    );
  }
  const { id, email, first_name, last_name, is_superuser } = account;
  await extendCode(db, code, new Date(found.answeredAt.getTime() + SECOND_FACTOR_MS), clock());
  const second = await checkSecondFactor(deps, id, { otp });
  if (!second.passes) {
    await countFailure(deps, id, client.address);
    throw second.error;
  }
  const actor: Actor = { kind: 'administrator', userId: id };
  const access_token = await recordChange(db, { actor, action: 'signed_in' }, async (tx) => {
    const now = clock();
    if ((await takeCode(tx, code, now)) === null) return null;
    // Closed, unlinked or changed since: the session would outlive those that ended with it.
    if (!(await touchIdentity(tx, id, name, now)) || !(await recordLogin(tx, account, now)))
      return null;
    const { factor } = second;
    return startSession(tx, { userId: id, client, factor, provider: provider.name, now });
  });
  if (access_token === null) throw notValid();
  signIns.inc({ result: 'ok' });
  return { access_token, user: { id, email, first_name, last_name, is_superuser } };
}

/** @throws ApiError 404 where no provider is configured */
export function noProvider(): ApiError {
  return notFound('Provider');
}

export function notValid(): ApiError {
  return new ApiError(HTTP_NOT_FOUND, PROVIDER_MESSAGES.code);
}

async function countStep({ db }: ApiDeps, address: string): Promise<void> {
  const network = toNetwork(address, NETWORK_PREFIX_BITS);
  if (address !== '') await countAttempt(db, [{ limit: STEPS, account: '', network }]);
}

/** The kind of an error and the first 200 characters of its message, for the log. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `${error.name}${code}: ${error.message.slice(0, 200)}`;
}
