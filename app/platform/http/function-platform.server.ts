import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchHandler } from './log-requests.server';
import { IS_WORKER } from '../platform';
import { SettingsError } from '../settings.server';

/**
 * Longest delay of a response. Sending a mail that takes longer continues with the next request, or starts
 * again.
 */
const WAIT_LIMIT_MS = 5_000;

interface PlatformRequest extends Request {
  /** Keeps the process running until the work has ended. Not every platform has this function. */
  waitUntil?: (work: Promise<void>) => void;
}

/**
 * Waits for background work on platforms that freeze a process between requests. Otherwise frozen work
 * would keep its locks.
 */
export function waitForBackgroundWork(
  handle: FetchHandler,
  settle: () => Promise<void>,
  limitMs = WAIT_LIMIT_MS,
): FetchHandler {
  return async (request: PlatformRequest) => {
    // Overdue timers run first: broken connections leave the pool, and due mails are claimed.
    await sleep(1);
    const response = await handle(request);
    const settled = settle();
    if (request.waitUntil) request.waitUntil(settled);
    else await Promise.race([settled, sleep(limitMs, undefined, { ref: false })]);
    return response;
  };
}

/** Settings for state outside of the process, and for the address in mails. */
const NEEDED = ['DATABASE_URL', 'S3_ENDPOINT', 'SMTP_URL', 'PUBLIC_URL'] as const;

/**
 * Checks settings that are optional on a server but required on a function platform, which has no disk and
 * no address of its own.
 * @throws SettingsError
 */
export function checkPlatformSettings(
  env: Readonly<Record<string, string | undefined>>,
  isWorker = IS_WORKER,
): void {
  if (isWorker) {
    throw new SettingsError(
      'Wrong settings: the embedded API needs Node and cannot run here; set API_BASE_URL',
    );
  }
  const missing = NEEDED.filter((name) => !env[name]?.trim());
  if (missing.length === 0) return;
  throw new SettingsError(
    `Wrong settings: this platform keeps nothing between two calls, so the embedded API needs ${missing.join(', ')}; ` +
      'or set API_BASE_URL to use another API',
  );
}
