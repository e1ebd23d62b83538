import type { MiddlewareHandler } from 'hono';
import type { ApiDeps } from '../deps';
import { errorWithCode, type ApiError } from '../http/api-error';
import type { ApiEnv } from '../http/router';
import { countAttempt, uncountAttempt, type AttemptLimit } from './attempt-limits';
import {
  claimRecoveryCode,
  claimTotpStep,
  findAuthenticator,
  hasSecondFactor,
} from './factors.repo';
import { createSecretBox } from './secret-box';
import { findTotpStep } from './totp';

export const SECOND_FACTOR_MESSAGES = {
  required: 'Enter the code of your authenticator app, or a recovery code.',
  wrong: 'This code is not valid, or it has already been used.',
  setUp: 'Set up a second factor first.',
};

/** Wrong codes of an account from all addresses together: whoever guesses them knows its password already. */
const CODE_LIMIT: AttemptLimit = {
  name: 'second_factor',
  attempts: 20,
  windowSeconds: 60 * 60,
  message: 'Too many wrong codes.',
};

const TOTP_CODE = /^\d{6}$/;

/**
 * Asks whoever knows the password for more, where the account has a second factor. A code passes once, also where two
 * processes get it at the same time.
 * @returns false for a wrong code
 * @throws ApiError 401 with a code where none was sent, 429 after too many wrong ones
 */
export async function passesSecondFactor(
  deps: ApiDeps,
  userId: number,
  otp: string | undefined,
): Promise<boolean> {
  const { db } = deps;
  if (!(await hasSecondFactor(db, userId))) return true;
  if (!otp?.trim()) throw secondFactorRequired(SECOND_FACTOR_MESSAGES.required);
  const attempt = await countAttempt(db, [
    { limit: CODE_LIMIT, account: String(userId), network: '' },
  ]);
  const passes = await claimCode(deps, userId, otp.trim());
  if (passes) await uncountAttempt(db, attempt);
  return passes;
}

export function secondFactorRequired(detail: string): ApiError {
  return errorWithCode(401, 'second_factor_required', detail);
}

async function claimCode(deps: ApiDeps, userId: number, typed: string): Promise<boolean> {
  const { db, clock, settings, log } = deps;
  const digits = typed.replaceAll(/[\s-]/g, '');
  if (!TOTP_CODE.test(digits)) return claimRecoveryCode(db, userId, typed, clock());
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

/** Where every administrator needs a second factor: whoever has none can do nothing but set one up. */
export function requireSecondFactor({ db, settings }: ApiDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (settings.requireSecondFactor && !(await hasSecondFactor(db, c.get('session').userId))) {
      throw errorWithCode(403, 'second_factor_setup_required', SECOND_FACTOR_MESSAGES.setUp);
    }
    await next();
  };
}
