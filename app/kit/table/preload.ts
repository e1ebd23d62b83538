import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';

declare global {
  interface Navigator {
    /** Only Chromium reports the connection. */
    connection?: { saveData?: boolean; effectiveType?: string; type?: string };
  }
}

/** Time for which the pointer or the focus must rest on a link before it is preloaded. */
export const INTENT_MS = 50;

/** Limit of requests at once, counting those of other code too. */
const REQUESTS_LIMIT = 4;
/** Most requests of one preload: a building, its apartments and tenancies. */
const REQUESTS_OF_ONE = 3;

/**
 * Limits the router's preloads. At the limit the newest preload waits and replaces an older waiting one.
 * There are no preloads on a slow or metered connection.
 */
export function limitPreloads(router: AnyRouter, client: QueryClient): void {
  const { preloadRoute } = router;
  let waiting: (() => Promise<unknown>) | undefined;
  let running = 0;
  const startIfFree = () => {
    const requests = client.isFetching() + (running + 1) * REQUESTS_OF_ONE;
    if (!waiting || requests > REQUESTS_LIMIT) return;
    const start = waiting;
    waiting = undefined;
    running += 1;
    const end = () => {
      running -= 1;
      startIfFree();
    };
    // A failed preload is ignored. Opening the record loads it again, or shows the error.
    start().then(end, end);
  };
  client.getQueryCache().subscribe(startIfFree);
  router.preloadRoute = async (options) => {
    if (!isCostly(navigator)) waiting = () => preloadRoute(options);
    startIfFree();
    return undefined;
  };
}

function isCostly({ connection: line }: Navigator): boolean {
  if (!line) return false;
  return (
    line.saveData === true || line.type === 'cellular' || /[23]g/.test(line.effectiveType ?? '')
  );
}

/** Preloads the code and the data of an address of the panel, as a link does when it is pointed at. */
export function preloadHref(router: AnyRouter, href: string): void {
  const { pathname, search } = new URL(href, location.origin);
  void router.preloadRoute({ to: pathname, search: router.options.parseSearch(search) });
}
