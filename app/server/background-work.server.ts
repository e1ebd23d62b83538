import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchHandler } from './log-requests.server';

/** An answer is held back this long at most; a mail that takes longer goes on with the next request, or is sent anew. */
const WAIT_LIMIT_MS = 5_000;

interface PlatformRequest extends Request {
  /** Keeps the process going until the work has ended, though the answer is out. Not every platform has it. */
  waitUntil?: (work: Promise<void>) => void;
}

/**
 * Around every request where the platform freezes the process as soon as it has answered: what goes on beside the
 * requests (`settle` resolves when nothing does) ends before that. A frozen transaction would keep its locks, and a mail
 * would wait for whoever comes next.
 */
export function waitForBackgroundWork(
  handle: FetchHandler,
  settle: () => Promise<void>,
  limitMs = WAIT_LIMIT_MS,
): FetchHandler {
  return async (request: PlatformRequest) => {
    // What came due in the frozen time comes first: broken and old connections leave the pool, and mails are looked for.
    await sleep(1);
    const response = await handle(request);
    const settled = settle();
    if (request.waitUntil) request.waitUntil(settled);
    else await Promise.race([settled, sleep(limitMs, undefined, { ref: false })]);
    return response;
  };
}
