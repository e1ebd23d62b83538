import { createRouter } from '@tanstack/react-router';
import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server';
import { createServerEntry } from '@tanstack/react-start/server-entry';
import { guardServerFunctions } from './server/function-guard.server';
import { HTTP_PERMANENT_REDIRECT } from './contract/http-status';
import { compress } from './server/compress.server';
import { createPageNamer } from './server/page-route.server';
import { changeHeaders } from './server/with-headers';
import { createQueryClient } from './lib/query-client';
import { routeTree } from './routeTree.gen';

const handle = createStartHandler(defaultStreamHandler);
const serve = guardServerFunctions(handle);

// This router is only used for its table of routes; each request creates its own.
const { routesByPath } = createRouter({ routeTree, context: { queryClient: createQueryClient() } });
const setPageLabel = createPageNamer(Object.keys(routesByPath));

/** The framework's redirect from `//x` to `/x`, without the scheme: a proxy in front may speak https. */
function withinOrigin(response: Response): Response {
  const location = response.headers.get('location');
  if (response.status !== HTTP_PERMANENT_REDIRECT || location === null) return response;
  const { pathname, search } = new URL(location, 'http://panel');
  const path = pathname.replace(/^\/+/, '/') + search;
  return changeHeaders(response, (headers) => headers.set('location', path));
}

/** The server's entry: pages and server functions, compressed as the embedded API is (server/api-mount.server.ts). */
export default createServerEntry({
  async fetch(request, options) {
    setPageLabel(new URL(request.url).pathname);
    return compress(request, withinOrigin(await serve(request, options)));
  },
});
