import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';

declare global {
  interface Navigator {
    /** Chromium's alone: elsewhere nothing is known of the line. */
    connection?: { saveData?: boolean; effectiveType?: string; type?: string };
  }
}

/** The pointer or the focus rests on something for this time before that is loaded. */
export const INTENT_MS = 50;

/** Requests at once, whoever has made them, and the most of one: a building, its units and tenancies. */
const [REQUESTS_LIMIT, REQUESTS_OF_ONE] = [4, 3];

/**
 * Limits the preloads of a router, by its links and by `preloadHref`. Where others are under way the last one
 * waits, since the pointer is there, and takes the place of the one that waited. None on a slow or metered
 * line.
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
    // A preload that fails is ignored: opening the record loads it again, or shows the error.
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

/** Loads the code and the data of an address of the panel, as its links do when they are pointed at. */
export function preloadHref(router: AnyRouter, href: string): void {
  const { pathname, search } = new URL(href, location.origin);
  void router.preloadRoute({ to: pathname, search: router.options.parseSearch(search) });
}
