import type { PlainCode } from '~/language/sentence';
import type { MiddlewareHandler } from 'hono';
import type { FactorKind } from '~/accounts/factor-kinds';
import { HTTP_FORBIDDEN, HTTP_UNAUTHORIZED, type ErrorCode } from '~/rpc/errors/http-status';
import type { LoginPayload } from '~/accounts/session';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { errorWithCode } from '~/rpc/embedded/api-error';
import type { ApiEnv } from '~/rpc/embedded/router';
import { countAttempt, uncountAttempt, type AttemptLimit } from './attempt-limits';
import { countFailure } from './check-password';
import {
  claimRecoveryCode,
  claimTotpStep,
  findAuthenticator,
  findFactors,
  hasSecondFactor,
} from './factors.repo';
import { claimPasskey } from './passkeys';
import { createSecretBox } from './tokens';
import { findTotpStep } from './totp';

/** Wrong codes of an account from all addresses together. Whoever guesses here knows the password already. */
const CODE_LIMIT: AttemptLimit = {
  name: 'second_factor',
  attempts: 20,
  windowSeconds: 60 * 60,
  message: 'wrong_codes',
};

const SECOND_FACTOR_REQUIRED: ErrorCode = 'second_factor_required';
const TOTP_CODE = /^\d{6}$/;

/** The code or the passkey's answer of the second step. */
export type ShownFactor = Pick<LoginPayload, 'otp' | 'passkey'>;

/**
 * Checks the second factor after the first one, if the account has one. A code and a passkey's answer pass
 * once, even if two processes get them at the same time.
 * @param status of the error: 401 would end the session of a signed-in caller
 * @returns the factor; null if the account has none
 * @throws ApiError of that status with a code for a missing or wrong factor (a wrong one counts as a failed
 * sign-in), 429 after too many
 */
export async function checkSecondFactor(
  deps: ApiDeps,
  userId: number,
  { otp, passkey }: ShownFactor,
  address: string,
  status: typeof HTTP_UNAUTHORIZED | typeof HTTP_FORBIDDEN = HTTP_UNAUTHORIZED,
): Promise<FactorKind | null> {
  const { db, settings } = deps;
  if (!(await hasSecondFactor(db, userId))) return null;
  const factors = await findFactors(db, userId, settings.relyingParty?.id ?? null);
  const typed = otp?.trim() ?? '';
  if (typed === '' && !passkey) {
    throw errorWithCode(status, SECOND_FACTOR_REQUIRED, hintFor(factors), factors);
  }
  const attempt = await countAttempt(db, [
    { limit: CODE_LIMIT, account: String(userId), network: '' },
  ]);
  const factor = passkey
    ? (await claimPasskey(deps, userId, passkey)) && 'passkey'
    : await claimCode(deps, userId, typed);
  if (factor) {
    await uncountAttempt(db, attempt);
    return factor;
  }
  await countFailure(deps, userId, address);
  const message: PlainCode = passkey ? 'wrong_passkey' : 'wrong_code';
  throw errorWithCode(status, SECOND_FACTOR_REQUIRED, message, factors);
}

/** Hint for the panel. Without an app only a recovery code can be typed. */
function hintFor(factors: readonly FactorKind[]): PlainCode {
  const app = factors.includes('app');
  if (factors.includes('passkey')) return app ? 'passkey_or_code' : 'passkey_or_recovery_code';
  return app ? 'app_or_recovery_code' : 'recovery_code';
}

async function claimCode(deps: ApiDeps, userId: number, typed: string) {
  const digits = typed.replaceAll(/[\s-]/g, '');
  if (TOTP_CODE.test(digits)) return (await claimAppCode(deps, userId, digits)) && 'app';
  return (await claimRecoveryCode(deps.db, userId, typed, deps.clock())) && 'recovery_code';
}

async function claimAppCode(deps: ApiDeps, userId: number, digits: string): Promise<boolean> {
  const { db, clock, settings, log } = deps;
  const authenticator = await findAuthenticator(db, userId);
  if (!authenticator?.secret) return false;
  const secret = createSecretBox(settings.secondFactorKey).open(authenticator.secret, userId);
  if (secret === null) {
    log.error(
      { account: userId },
      'SECOND_FACTOR_KEY does not open the secret of an authenticator',
    );
    return false;
  }
  const step = findTotpStep(secret, digits, clock());
  return step !== null && claimTotpStep(db, userId, step);
}

/** Allows an administrator without a second factor only to set one up, if the settings require one. */
export function requireSecondFactor({ settings }: ApiDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    // OPTIONS is open to anyone and may have no session (auth-middleware.ts).
    const isRequired = settings.requireSecondFactor && c.req.method !== 'OPTIONS';
    if (isRequired && !c.get('session').hasSecondFactor) {
      throw errorWithCode(HTTP_FORBIDDEN, 'second_factor_setup_required', 'no_second_factor');
    }
    await next();
  };
}
