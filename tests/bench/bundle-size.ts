import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { median } from './statistics';

/** JavaScript a page loads before it is ready, compressed, in KiB; what it prefetches when idle does not count. */
export async function loadedScripts(
  browser: Browser,
  url: string,
  ready: string,
  session?: { token: string; user: object },
): Promise<number> {
  const sizes: number[] = [];
  for (let run = 0; run < 3; run += 1) sizes.push(await measure(browser, url, ready, session));
  return median(sizes);
}

async function measure(
  browser: Browser,
  url: string,
  ready: string,
  session?: { token: string; user: object },
): Promise<number> {
  const context = await browser.newContext();
  if (session) await context.addInitScript(storeSession, session);
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  let isReady = false;
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (isReady || !type.includes('javascript')) return;
    scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(url);
  await page.locator(ready).first().waitFor();
  isReady = true;
  const bytes = await Promise.all(scripts);
  await context.close();
  return bytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** Runs in the page: puts a session where the panel looks for it. */
export function storeSession({ token, user }: { token: string; user: object }): void {
  localStorage.setItem('access_token', token);
  localStorage.setItem('user', JSON.stringify(user));
}
