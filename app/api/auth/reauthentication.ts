import type { MiddlewareHandler } from 'hono';
import { HTTP_FORBIDDEN } from '~/contract/http-status';
import type { ApiDeps } from '../deps';
import { errorWithCode } from '../http/api-error';
import type { ApiEnv, SignedIn } from '../http/router';

/** How long after a sign-in nobody is asked for the password again. */
const RECENT_MS = 15 * 60_000;

/**
 * Requires a recent sign-in or password check, for calls that an open tab alone must not allow.
 * @throws ApiError 403 with a code, never 401, which ends the session
 */
export function assertRecentSignIn({ authenticatedAt }: SignedIn, now: Date): void {
  if (now.getTime() - authenticatedAt.getTime() <= RECENT_MS) return;
  throw errorWithCode(
    HTTP_FORBIDDEN,
    'reauthentication_required',
    'Please enter your password again.',
  );
}

/** The same for a whole route below /admin. */
export function requireRecentSignIn({ clock }: ApiDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    assertRecentSignIn(c.get('session'), clock());
    await next();
  };
}
