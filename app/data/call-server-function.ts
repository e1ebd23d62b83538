import type * as StartFetcher from 'virtual:start-fetcher';
import { AppError } from '~/lib/app-error';
import { whenPainted, whenUsed } from '~/lib/page-moments';
import { CALL_HEADERS, RAW, takeEarlyAnswer } from './early-request';

/** Other calls let the first rows go first, but not for longer: while an answer takes its time, nothing else needs the main thread. */
const LONGEST_WAIT_MS = 300;

/** Kept: `import()` of what is loaded takes a task all the same, and the screen would be rendered before the request goes out. */
let loaded: typeof StartFetcher | undefined;

/** Settles when the early request has been answered and what it brought is painted. */
let firstRows: Promise<unknown> | undefined;

/**
 * In place of Start's function of the same name, which is loaded with the first call that needs it: one with an input, or with an answer
 * that is not passed through as it is. The list's first answer doesn't, as its request is made already (docs/decisions/0041).
 */
export const serverFnFetcher: typeof StartFetcher.serverFnFetcher = async (url, args, handler) => {
  if (loaded && !window.__earlyRequest) return loaded.serverFnFetcher(url, args, handler);
  const [call] = args;
  const early = takeEarlyAnswer(url, call);
  firstRows ??= early.then((found) => {
    // Who uses the page will search, sort or open something.
    whenUsed(() => void loadFetcher().catch(() => undefined));
    return found && new Promise<void>((resolve) => void whenPainted(resolve));
  });
  const answer = await early;
  if (answer) return answer;
  const longEnough = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  await Promise.race([firstRows, longEnough]);
  if (!hasNoInput(call)) return (await loadFetcher()).serverFnFetcher(url, args, handler);
  const response = await callWithoutInput(url, call, handler);
  if (response.headers.get(RAW) === 'true') return response;
  return (await loadFetcher()).serverFnFetcher(url, args, () => Promise.resolve(response));
};

function hasNoInput({ method, data }: StartFetcher.FunctionCall): boolean {
  return method === 'GET' && data === undefined;
}

/** The request that Start's own function would make. */
function callWithoutInput(
  url: string,
  { headers, signal }: StartFetcher.FunctionCall,
  handler: typeof fetch,
): Promise<Response> {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(CALL_HEADERS)) all.set(name, value);
  return handler(url, { headers: all, signal: signal ?? null });
}

async function loadFetcher() {
  try {
    return (loaded = await import('virtual:start-fetcher'));
  } catch {
    throw new AppError({ status: 0 });
  }
}
