import type * as StartFetcher from 'virtual:start-fetcher';
import { AppError } from '~/lib/app-error';
import { takeEarlyAnswer } from './early-request';

/** Other calls let the first rows go first, but not for longer. */
const LONGEST_WAIT_MS = 1_000;

/** Kept: `import()` of what is loaded takes a task all the same, and the screen would be rendered before the request goes out. */
let loaded: typeof StartFetcher | undefined;

/** Settles when the early request has been answered and what it brought is painted. */
let firstRows: Promise<unknown> | undefined;

/**
 * In place of Start's function of the same name: it loads that one with the first call that needs it. The list's first answer
 * doesn't: its request is made already, and passed through as it is (docs/decisions/0041).
 */
export const serverFnFetcher: typeof StartFetcher.serverFnFetcher = async (url, args, handler) => {
  if (loaded && !window.__earlyRequest) return loaded.serverFnFetcher(url, args, handler);
  const early = takeEarlyAnswer(url, args[0]);
  firstRows ??= early.then((found) => found && nextPaint());
  const answer = await early;
  if (answer) return answer;
  const fetcher = await loadFetcher();
  return fetcher.serverFnFetcher(url, args, handler);
};

async function loadFetcher() {
  const longEnough = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  await Promise.race([firstRows, longEnough]);
  try {
    return (loaded = await import('virtual:start-fetcher'));
  } catch {
    throw new AppError({ status: 0 });
  }
}

function nextPaint(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
}
