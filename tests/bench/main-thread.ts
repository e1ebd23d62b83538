import type { CDPSession } from '@playwright/test';

/** What the page's main thread has computed so far, in milliseconds of CPU; the session has `Performance` enabled. */
export async function mainThreadMs(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN;
  return seconds * 1_000;
}
