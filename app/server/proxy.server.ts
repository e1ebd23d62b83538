import type { Log } from '~/lib/log';
import type { Settings } from '~/lib/settings.server';
import type { FetchHandler } from './log-requests.server';
import { changeHeaders } from './with-headers';

/** A year. Not for subdomains: they may be somebody else's. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** What the service owes to the proxy in front of it: HTTPS for whoever came by HTTPS, and a warning of a missing setting. */
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
