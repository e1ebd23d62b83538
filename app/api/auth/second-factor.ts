import type { SentenceText } from '~/contract/sentence';
import type { MiddlewareHandler } from 'hono';
import type { ErrorCode } from '~/contract/error-codes';
import type { FactorKind } from '~/contract/factor-kinds';
import { HTTP_FORBIDDEN, HTTP_UNAUTHORIZED } from '~/contract/http-status';
import type { LoginPayload } from '~/contract/session';
import type { ApiDeps } from '../deps';
import { errorWithCode, type ApiError } from '../http/api-error';
import type { ApiEnv } from '../http/router';
import { countAttempt, uncountAttempt, type AttemptLimit } from './attempt-limits';
import {
  claimRecoveryCode,
  claimTotpStep,
  findAuthenticator,
  findFactors,
  hasSecondFactor,
} from './factors.repo';
import { claimPasskey } from './passkeys';
import { createSecretBox } from './secret-box';
import { findTotpStep } from './totp';

export const SECOND_FACTOR_MESSAGES = {
  wrongCode: 'This code is not valid, or it has already been used.',
  wrongPasskey: 'This passkey could not be verified. Try again, or enter a code.',
  setUp: 'Set up a second factor first.',
} as const;

/** Wrong codes of an account from all addresses together: the guesser knows its password already. */
const CODE_LIMIT: AttemptLimit = {
  name: 'second_factor',
  attempts: 20,
  windowSeconds: 60 * 60,
  message: 'Too many wrong codes.',
};

const SECOND_FACTOR_REQUIRED: ErrorCode = 'second_factor_required';
const TOTP_CODE = /^\d{6}$/;

/** The checked second factor; `factor` is null where the account has none. */
type SecondFactor =
  | { passes: true; factor: FactorKind | null }
  | { passes: false; error: ApiError };

/**
 * Asks for the second factor after the password, where the account has one. A code and a passkey's answer pass
 * once, also where two processes get it at the same time.
 * @param status of the error: 401 would end the session of a signed-in caller
 * @throws ApiError of that status with a code where none was sent, 429 after too many wrong ones
 */
export async function checkSecondFactor(
  deps: ApiDeps,
  userId: number,
  { otp, passkey }: Pick<LoginPayload, 'otp' | 'passkey'>,
  status: typeof HTTP_UNAUTHORIZED | typeof HTTP_FORBIDDEN = HTTP_UNAUTHORIZED,
): Promise<SecondFactor> {
  const { db, settings } = deps;
  if (!(await hasSecondFactor(db, userId))) return { passes: true, factor: null };
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
    return { passes: true, factor };
  }
  const { wrongCode, wrongPasskey } = SECOND_FACTOR_MESSAGES;
  return {
    passes: false,
    error: errorWithCode(
      status,
      SECOND_FACTOR_REQUIRED,
      passkey ? wrongPasskey : wrongCode,
      factors,
    ),
  };
}

/** The panel's hint; without an app only a recovery code can be typed. */
function hintFor(factors: readonly FactorKind[]): SentenceText {
  const app = factors.includes('app');
  if (factors.includes('passkey')) {
    return app
      ? 'Use a passkey, or enter the code of your authenticator app or a recovery code.'
      : 'Use a passkey, or enter a recovery code.';
  }
  return app
    ? 'Enter the code of your authenticator app, or a recovery code.'
    : 'Enter a recovery code.';
}

async function claimCode(
  deps: ApiDeps,
  userId: number,
  typed: string,
): Promise<FactorKind | false> {
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

/** Where every administrator needs a second factor, one without can do nothing but set one up. */
export function requireSecondFactor({ settings }: ApiDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    // Open to anyone (auth-middleware.ts): there may be no session.
    const isAsked = settings.requireSecondFactor && c.req.method !== 'OPTIONS';
    if (isAsked && !c.get('session').hasSecondFactor) {
      throw errorWithCode(
        HTTP_FORBIDDEN,
        'second_factor_setup_required',
        SECOND_FACTOR_MESSAGES.setUp,
      );
    }
    await next();
  };
}
