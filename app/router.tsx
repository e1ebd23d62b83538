import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import { RouteError } from './components/feedback/route-error';
import { RouteNotFound } from './components/feedback/route-not-found';
import { watchMissingCode } from './lib/missing-code';
import { createQueryClient } from './lib/query-client';
import { parseSearch, stringifySearch } from './lib/search-params';
import { routeTree } from './routeTree.gen';

const watchMissingCodeInBrowser = createIsomorphicFn().client(watchMissingCode);

/** One router and one query client per request (and one of each per page in the browser). */
export function getRouter() {
  const queryClient = createQueryClient();
  const nonce = getGlobalStartContext()?.nonce;
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMinMs: 0,
    defaultPendingMs: 0,
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: RouteNotFound,
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
    ...(nonce && { ssr: { nonce } }),
  });
  watchMissingCodeInBrowser(router);
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** On the way to /login: the session has ended without a Logout. */
    sessionEnded?: boolean;
  }
}
