import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { must } from '../support/must';

const HEAP_INTERVAL_MS = 50;

/** MiB of JavaScript in the tab: with its garbage collected before and after, and at most in between. */
export async function tabMemory(page: Page, work: () => Promise<unknown>) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const heap = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const used = metrics.find(({ name }) => name === 'JSHeapUsedSize');
    return must(used, 'size of the heap').value / 2 ** 20;
  };
  const collected = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return heap();
  };
  const before = await collected();
  let most = before;
  const working = new AbortController();
  const watching = (async () => {
    while (!working.signal.aborted) {
      most = Math.max(most, await heap());
      await sleep(HEAP_INTERVAL_MS);
    }
  })();
  await work();
  working.abort();
  await watching;
  const after = await collected();
  await session.detach();
  return { before, most, after };
}
