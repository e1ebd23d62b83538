import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchHandler } from './log-requests.server';

/** A response is delayed this long at most; a mail that takes longer continues with the next request, or is sent again. */
const WAIT_LIMIT_MS = 5_000;

interface PlatformRequest extends Request {
  /** Keeps the process running until the work has ended, after the response was sent. Not every platform has it. */
  waitUntil?: (work: Promise<void>) => void;
}

/** For platforms that freeze the process after a response: background work ends before, or it would keep locks and mails. */
export function waitForBackgroundWork(
  handle: FetchHandler,
  settle: () => Promise<void>,
  limitMs = WAIT_LIMIT_MS,
): FetchHandler {
  return async (request: PlatformRequest) => {
    // Timers that came due while frozen run first: broken connections leave the pool, and due mails are claimed.
    await sleep(1);
    const response = await handle(request);
    const settled = settle();
    if (request.waitUntil) request.waitUntil(settled);
    else await Promise.race([settled, sleep(limitMs, undefined, { ref: false })]);
    return response;
  };
}
