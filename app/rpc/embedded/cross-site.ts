import type { MiddlewareHandler } from 'hono';
import { isCrossSite } from '~/platform/http/cross-site';
import { forbidden } from './api-error';
import type { ApiEnv } from './router';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Rejects forms of other sites, which would count against this address. @throws ApiError 403 */
export function rejectCrossSite(publicUrl: string): MiddlewareHandler<ApiEnv> {
  const publicHost = new URL(publicUrl).host;
  return async (c, next) => {
    if (READS.has(c.req.method)) return next();
    if (isCrossSite(c.req.raw.headers, [publicHost, new URL(c.req.url).host])) {
      throw forbidden('other_site');
    }
    return next();
  };
}
