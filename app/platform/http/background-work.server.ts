import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchHandler } from './log-requests.server';

/** Longest delay of a response. A slower mail continues with the next request, or is sent again. */
const WAIT_LIMIT_MS = 5_000;

interface PlatformRequest extends Request {
  /** Keeps the process running until the work has ended. Not every platform has it. */
  waitUntil?: (work: Promise<void>) => void;
}

/** Waits for background work on platforms that freeze a process, whose work would keep its locks. */
export function waitForBackgroundWork(
  handle: FetchHandler,
  settle: () => Promise<void>,
  limitMs = WAIT_LIMIT_MS,
): FetchHandler {
  return async (request: PlatformRequest) => {
    // Let overdue timers run: broken connections leave the pool, and due mails are claimed.
    await sleep(1);
    const response = await handle(request);
    const settled = settle();
    if (request.waitUntil) request.waitUntil(settled);
    else await Promise.race([settled, sleep(limitMs, undefined, { ref: false })]);
    return response;
  };
}
