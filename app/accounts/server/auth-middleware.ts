import type { MiddlewareHandler } from 'hono';
import { isForScripts } from '~/accounts/api-tokens';
import { isInScope, mayDo, type Asks } from '~/accounts/rights';
import { HTTP_FORBIDDEN } from '~/rpc/errors/http-status';
import type { Actor } from '~/platform/database/record-change';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { errorWithCode, forbidden, signInRequired } from '~/rpc/embedded/api-error';
import type { ApiContext, ApiEnv, SignedIn } from '~/rpc/embedded/router';
import { findApiToken } from './api-tokens.repo';
import { findSession } from './sessions.repo';

const CHALLENGE = { 'www-authenticate': 'Bearer' };

export function readBearerToken(header: string | undefined): string | null {
  return /^Bearer +([\w-]{20,200})$/i.exec(header ?? '')?.[1] ?? null;
}

function findCaller({ db, clock }: ApiDeps, token: string): Promise<SignedIn | null> {
  const find = isForScripts(token) ? findApiToken : findSession;
  return find(db, token, clock());
}

/**
 * Checks that the caller may do this. A token may do what both its scope and its owner's present rights
 * allow.
 * @throws ApiError 403
 */
export function assertRights({ rights, apiToken }: SignedIn, asks: Asks): void {
  if (apiToken && !isInScope(apiToken.scope, asks)) throw forbidden('token_scope');
  if (!mayDo(rights, asks)) throw forbidden('rights_missing');
}

/** Checks the right that a call asks of its caller. Everyone passes if it asks nothing. */
export function requireRights(asks: Asks): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (asks !== 'nothing') assertRights(c.get('session'), asks);
    await next();
  };
}

/** Lets signed-in super administrators through: 401 without a valid token, 403 for anyone else. */
export function requireAdmin(deps: ApiDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') return next();
    const token = readBearerToken(c.req.header('authorization'));
    const session = token === null ? null : await findCaller(deps, token);
    if (!session) throw signInRequired(CHALLENGE);
    if (!session.isSuperuser) throw forbidden('administrators_only');
    c.set('session', session);
    await next();
    // Set in place, since c.header() would copy the finished response.
    c.res.headers.set('cache-control', 'no-store');
    return undefined;
  };
}

export type Administrator = Actor & { userId: number };

/**
 * The signed-in administrator of a request, for the history. A script is recorded with its token's name
 * too.
 */
export function administratorOf(c: ApiContext): Administrator {
  const { userId, apiToken } = c.get('session');
  return { kind: 'administrator', userId, ...(apiToken && { name: apiToken.actorName }) };
}

/** Time after a sign-in in which the password is not asked for again. */
const RECENT_MS = 15 * 60_000;

/**
 * Requires a recent sign-in or password check, for calls that an open tab alone must not allow.
 * @throws ApiError 403 with a code, never 401, which ends the session
 */
export function assertRecentSignIn({ authenticatedAt }: SignedIn, now: Date): void {
  if (now.getTime() - authenticatedAt.getTime() <= RECENT_MS) return;
  throw errorWithCode(HTTP_FORBIDDEN, 'reauthentication_required', 'password_wanted');
}

/** Requires a recent sign-in for a whole route below /admin. */
export function requireRecentSignIn({ clock }: ApiDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    assertRecentSignIn(c.get('session'), clock());
    await next();
  };
}
