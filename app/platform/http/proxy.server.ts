import type { Log } from '~/platform/log';
import type { Settings } from '~/platform/settings.server';
import type { FetchHandler } from './log-requests.server';
import { changeHeaders } from './with-headers';

/** One year, without subdomains, which may belong to others. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** For a proxy in front: HSTS for clients that use HTTPS, and a warning about a missing TRUSTED_PROXIES. */
export function withProxy(
  handle: FetchHandler,
  { publicUrl, trustedProxies }: Pick<Settings, 'publicUrl' | 'trustedProxies'>,
  log: Log,
): FetchHandler {
  const isHttps = publicUrl.startsWith('https:');
  let isWarned = trustedProxies > 0;
  return async (request) => {
    if (!isWarned && request.headers.has('x-forwarded-for')) {
      isWarned = true;
      log.warn(
        {},
        'A request came through a proxy (X-Forwarded-For), but TRUSTED_PROXIES is 0: all clients count as one address, ' +
          'and failed sign-ins of one lock out the others',
      );
    }
    const response = await handle(request);
    if (!isHttps) return response;
    return changeHeaders(response, (headers) => {
      headers.set('strict-transport-security', STRICT_TRANSPORT);
    });
  };
}
