import { createRouter } from '@tanstack/react-router';
import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server';
import { createServerEntry } from '@tanstack/react-start/server-entry';
import { guardServerFunctions } from '~/platform/http/function-guard.server';
import { HTTP_PERMANENT_REDIRECT } from '~/rpc/errors/http-status';
import { compress } from '~/platform/http/compress.server';
import { changeHeaders } from '~/platform/http/with-headers';
import { createQueryClient } from '~/rpc/query-client';
import { setRouteLabel } from '~/platform/request-context.server';
import { routeTree } from './routeTree.gen';

const handle = createStartHandler(defaultStreamHandler);
const serve = guardServerFunctions(handle);

// Used only for its route table. Each request creates its own router.
const router = createRouter({ routeTree, context: { queryClient: createQueryClient() } });

/** Labels the request of a page with the route's pattern, such as /condos/$condoId. */
function labelPage(pathname: string): void {
  const [, params, route] = router.getMatchedRoutes(pathname.replaceAll(/\/+/g, '/'));
  // "**" is the rest of an address that is longer than any pattern.
  const pattern: unknown = '**' in params ? undefined : route?.to;
  if (typeof pattern === 'string' && !pattern.startsWith('/api/')) setRouteLabel(pattern);
}

/**
 * Removes the scheme from the framework's redirect from `//x` to `/x`, since a proxy in front may use
 * https.
 */
function withinOrigin(response: Response): Response {
  const location = response.headers.get('location');
  if (response.status !== HTTP_PERMANENT_REDIRECT || location === null) return response;
  const { pathname, search } = new URL(location, 'http://panel');
  const path = pathname.replace(/^\/+/, '/') + search;
  return changeHeaders(response, (headers) => headers.set('location', path));
}

/** The server's entry: pages and server functions, compressed like the embedded API (api-mount.server.ts). */
export default createServerEntry({
  async fetch(request, options) {
    labelPage(new URL(request.url).pathname);
    return compress(request, withinOrigin(await serve(request, options)));
  },
});
