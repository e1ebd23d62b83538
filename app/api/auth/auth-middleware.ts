import type { MiddlewareHandler } from 'hono';
import { HTTP_FORBIDDEN } from '~/contract/http-status';
import type { ApiDeps } from '../deps';
import { ApiError, signInRequired } from '../http/api-error';
import type { ApiEnv } from '../http/router';
import { findSession } from './sessions.repo';

const CHALLENGE = { 'www-authenticate': 'Bearer' };

/** The bearer token of a request, or null. */
export function readBearerToken(header: string | undefined): string | null {
  return /^Bearer +([\w-]{20,200})$/i.exec(header ?? '')?.[1] ?? null;
}

/** Lets signed-in super administrators through: 401 without a valid token, 403 for anyone else. */
export function requireAdmin(deps: ApiDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') return next();
    const token = readBearerToken(c.req.header('authorization'));
    const session = token === null ? null : await findSession(deps.db, token, deps.clock());
    if (!session) throw signInRequired(CHALLENGE);
    if (!session.isSuperuser)
      throw new ApiError(HTTP_FORBIDDEN, 'Only super administrators may do this');
    c.set('session', session);
    await next();
    // In place: c.header() would copy the finished response.
    c.res.headers.set('cache-control', 'no-store');
    return undefined;
  };
}
