import type { MiddlewareHandler } from 'hono';
import { HTTP_FORBIDDEN } from '~/contract/http-status';
import { ApiError } from './api-error';
import type { ApiEnv } from './router';

/** They change nothing. */
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What browsers say of a page of this site, and of an address that was typed. */
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * Rejects what a page of another site sends: a form is sent without asking first, and would count against everyone
 * behind the visitor's address. Browsers say in Sec-Fetch-Site where a request comes from; older ones send Origin. A
 * script sends neither.
 * @throws ApiError 403
 */
export function rejectCrossSite(publicUrl: string): MiddlewareHandler<ApiEnv> {
  const publicHost = new URL(publicUrl).host;
  return async (c, next) => {
    if (READS.has(c.req.method)) return next();
    const site = c.req.header('sec-fetch-site');
    const origin = c.req.header('origin');
    const own =
      site === undefined
        ? origin === undefined || [publicHost, new URL(c.req.url).host].includes(hostOf(origin))
        : OWN_SITES.has(site);
    if (!own) throw new ApiError(HTTP_FORBIDDEN, 'This call is not open to pages of other sites');
    return next();
  };
}

/** Without the scheme: behind a proxy that ends TLS the request's is another one. "null" has no host. */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '';
}
