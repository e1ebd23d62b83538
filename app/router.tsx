import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import { ignoreHeldEnter } from '~/kit/keys/shortcut-of';
import { watchMissingCode } from '~/kit/feedback/missing-code';
import { limitPreloads } from '~/kit/table/preload';
import { createQueryClient } from '~/rpc/query-client';
import { parseSearch, stringifySearch } from './search-params';
import { routeTree } from './routeTree.gen';
import { UnknownAddress } from '~/routes/-unknown-address';
import { RouteError } from '~/kit/feedback/error-state';

const watchMissingCodeInBrowser = createIsomorphicFn().client(watchMissingCode);
const limitPreloadsInBrowser = createIsomorphicFn().client(limitPreloads);
const ignoreHeldEnterInBrowser = createIsomorphicFn().client(ignoreHeldEnter);

/** One router per request and one per page in the browser; each has its own query client. */
export function getRouter() {
  const nonce = getGlobalStartContext()?.nonce;
  const queryClient = createQueryClient();
  const router = createRouter({
    routeTree,
    context: { queryClient },
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMinMs: 0,
    defaultPendingMs: 0,
    // Only in the browser: the server's shell has no position to restore, and the script would cause a
    // second layout.
    scrollRestoration: typeof window !== 'undefined',
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: UnknownAddress,
    ...(nonce && { ssr: { nonce } }),
  });
  watchMissingCodeInBrowser(router);
  limitPreloadsInBrowser(router, queryClient);
  ignoreHeldEnterInBrowser();
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** Set on the way to /login if the session has ended without a Logout. */
    sessionEnded?: boolean;
    /** Set on the way to /forgot-password: the address typed on the sign-in card. */
    email?: string | undefined;
    /** Set on the way to the next record: the field in which its form opens; empty for the first one. */
    field?: string | undefined;
  }
}
