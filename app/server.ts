import { createRouter } from '@tanstack/react-router';
import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server';
import { createServerEntry } from '@tanstack/react-start/server-entry';
import { handleApiRequest } from './server/api-mount.server';
import { guardServerFunctions } from './server/function-guard.server';
import { compress } from './server/compress.server';
import { createPageNamer } from './server/page-route.server';
import { QueryHolder } from './lib/query-holder';
import { routeTree } from './routeTree.gen';
import { setSecurityHeaders } from './server/security-headers.server';

const handle = createStartHandler(defaultStreamHandler);
const serve = guardServerFunctions(handle);

// This router is only used for its table of routes; each request creates its own.
const { routesByPath } = createRouter({ routeTree, context: { queries: new QueryHolder() } });
const setPageLabel = createPageNamer(Object.keys(routesByPath));

/** The server's entry: pages, server functions and the embedded API, all compressed and with the same headers. */
export default createServerEntry({
  async fetch(request, options) {
    return compress(request, setSecurityHeaders(await answer(request, options)));
  },
});

async function answer(...[request, options]: Parameters<typeof serve>): Promise<Response> {
  const { pathname } = new URL(request.url);
  // What routes/api/$.ts does, without creating a router for each image of a list (ADR 20).
  if (pathname.startsWith('/api/')) return handleApiRequest(request);
  setPageLabel(pathname);
  return serve(request, options);
}
