import { onTestFinished, vi } from 'vitest';

interface FetchCall {
  input: RequestInfo | URL;
  init: RequestInit | undefined;
}

/** The browser's fetch until the test is over; returns the calls that were made. */
export function stubFetch(answer: () => Response): FetchCall[] {
  const calls: FetchCall[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    calls.push({ input, init });
    return answer();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return calls;
}
