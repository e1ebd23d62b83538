import { gzipSync } from 'node:zlib';
import type { BrowserContext } from '@playwright/test';

/** With nobody at the page: what is loaded when it is idle has been asked for by then. */
const REST_MS = 5_000;

/** The scripts that a page loads until nothing more comes, compressed. */
export async function weightUntilRest(
  context: BrowserContext,
  url: string,
): Promise<{ kB: number; requests: number }> {
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.endsWith('.js')) return;
    scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(url);
  await page.locator('tbody tr').first().waitFor();
  await page.waitForTimeout(REST_MS);
  const sizes = await Promise.all(scripts);
  await page.close();
  return { kB: sizes.reduce((sum, size) => sum + size, 0) / 1_000, requests: sizes.length };
}
