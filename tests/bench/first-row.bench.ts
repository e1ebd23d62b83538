import { gzipSync } from 'node:zlib';
import type { BrowserContext, CDPSession } from '@playwright/test';
import { expect, test } from 'vitest';
import { keepBrowser, startPages, type Pages } from './pages';
import { mainThreadMs, timeToFirstRow } from './page-timing';
import { alternate, report, reportVisits } from './report';

/*
 * Time from navigation to the first painted row, beside a page of the browser alone with the same rows.
 * Pages take turns, on a quick machine and on a slow one behind a slow line.
 */

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
/** Each takes several seconds. */
const SLOW_RUNS = 3;
const COUNTS = (process.env.BENCH_COUNTS ?? '50,1000,10000,30000').split(',').map(Number);
const SETTLE_MS = 700;
/** With how many buildings the slow place is measured. */
const SLOW_COUNTS = new Set([1_000, 30_000]);
/** With nobody at the page: what is loaded when it is idle has been asked for by then. */
const REST_MS = 5_000;

const browser = keepBrowser();

test.each(COUNTS)('the first of %i rows', async (count) => {
  const pages = await startPages(browser(), { condos: count });
  for (const isSlow of SLOW_COUNTS.has(count) ? [false, true] : [false]) {
    const title = `${count} buildings${isSlow ? ', slow' : ''}`;
    expect(await compare(pages, '/condos', title, isSlow)).toBeGreaterThan(0);
  }
  await pages.stop();
});

test('the first of 10 users', async () => {
  const counts = { condos: 50, apartments: 1_000, users: 1_000 };
  const pages = await startPages(browser(), counts);
  expect(await compare(pages, '/users', 'users')).toBeGreaterThan(0);
  await pages.stop();
});

/** The scripts that it loads until nothing more comes, compressed. */
test('what /condos loads until the network rests', async () => {
  const pages = await startPages(browser(), { condos: 1_000 });
  const page = await pages.context.newPage();
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.endsWith('.js')) return;
    scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await timeToFirstRow(page, `${pages.urls.ours}/condos`);
  await page.waitForTimeout(REST_MS);
  const sizes = await Promise.all(scripts);
  await pages.stop();
  const kB = sizes.reduce((sum, size) => sum + size, 0) / 1_000;
  report(
    { name: 'weight of /condos', unit: 'kB', ours: kB, aim: 'at most 160' },
    { name: 'weight of /condos: requests', unit: 'files', ours: sizes.length, aim: 'at most 18' },
  );
  expect(kB).toBeGreaterThan(50);
});

/** Visits the panel's page and the reference in turns, and reports both. Returns the panel's quickest first row. */
async function compare(
  { context, urls }: Pages,
  path: string,
  title: string,
  isSlow = false,
): Promise<number> {
  const visits = await alternate(
    isSlow ? Math.min(SLOW_RUNS, RUNS) : RUNS,
    () => visit(context, urls.ours + path, isSlow),
    () => visit(context, urls.spa + path, isSlow),
  );
  reportVisits(visits, [
    [`${title}: first row`, ({ firstRow }) => firstRow, 'at most 1.15'],
    [`${title}: CPU until then`, ({ cpuToRow }) => cpuToRow, 'at most 1.15'],
    [`${title}: CPU at rest`, ({ cpu }) => cpu, 'at most 1.15'],
  ]);
  return Math.min(...visits[0].map(({ firstRow }) => firstRow));
}

/** In milliseconds. */
interface Visit {
  /** From the navigation to the first painted row. */
  firstRow: number;
  /** CPU time of the main thread until then, and until the list has settled. */
  cpuToRow: number;
  cpu: number;
}

/** A slow place: a CPU 4 times slower, 165 ms to the server, 8 Mbit/s. */
async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 165,
    downloadThroughput: 1_000_000,
    uploadThroughput: 1_000_000,
  });
}

/** A visit in a new tab, with nothing in the browser's cache. */
async function visit(context: BrowserContext, url: string, isSlow: boolean): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  if (isSlow) await slowDown(session);
  const firstRow = await timeToFirstRow(page, url);
  const cpuToRow = await mainThreadMs(session);
  await page.waitForTimeout(SETTLE_MS);
  const cpu = await mainThreadMs(session);
  await page.close();
  return { firstRow, cpuToRow, cpu };
}
