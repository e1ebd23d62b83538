import type { BrowserContext, CDPSession } from '@playwright/test';
import { expect, test } from 'vitest';
import { startListPages, type ListPages } from './list-pages';
import { keepBrowser } from './page-pair';
import { mainThreadMs, timeToFirstRow } from './page-timing';
import { report } from './report';
import { alternate } from './statistics';
import { weightUntilRest } from './weight';

/*
 * From navigation to the first painted row of /condos, beside the least that its stack takes; quick, and on a slow machine behind a
 * slow line. /users beside a page of the browser alone with the same table. Pages take turns.
 */

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
/** Each takes several seconds. */
const SLOW_RUNS = 3;
const COUNTS = (process.env.BENCH_COUNTS ?? '50,1000,10000,30000').split(',').map(Number);
const SETTLE_MS = 700;
/** With how many buildings the slow place is measured. */
const SLOW_COUNTS = new Set([1_000, 30_000]);
const MEASURES = [
  ['first row', 'firstRow'],
  ['CPU until then', 'cpuToRow'],
  ['CPU at rest', 'cpu'],
] as const;

const browser = keepBrowser();

test.each(COUNTS)('the first of %i rows', async (count) => {
  const pages = await startListPages(browser(), '/condos', { condos: count });
  for (const isSlow of SLOW_COUNTS.has(count) ? [false, true] : [false]) {
    const what = `${count} buildings${isSlow ? ', slow' : ''}`;
    expect(await compare(pages, 'floor', what, isSlow)).toBeGreaterThan(0);
  }
  await pages.stop();
});

test('the first of 10 users', async () => {
  const pages = await startListPages(browser(), '/users', {
    condos: 50,
    apartments: 1_000,
    users: 1_000,
  });
  expect(await compare(pages, 'spa', 'users')).toBeGreaterThan(0);
  await pages.stop();
});

test('what /condos loads until the network rests', async () => {
  const pages = await startListPages(browser(), '/condos', { condos: 1_000 });
  const { kB, requests } = await weightUntilRest(pages.context, pages.urls.ours);
  await pages.stop();
  report(
    { name: 'weight of /condos', unit: 'kB', ours: kB, aim: 'at most 160' },
    { name: 'weight of /condos: requests', unit: 'files', ours: requests, aim: 'at most 18' },
  );
  expect(kB).toBeGreaterThan(50);
});

/** Visits the panel's page and the reference in turns, and reports both. Returns the panel's quickest first row. */
async function compare(
  { context, urls }: ListPages,
  reference: 'floor' | 'spa',
  what: string,
  isSlow = false,
): Promise<number> {
  const [ours, other] = await alternate(
    isSlow ? Math.min(SLOW_RUNS, RUNS) : RUNS,
    () => visit(context, urls.ours, isSlow),
    () => visit(context, urls[reference], isSlow),
  );
  for (const [label, key] of MEASURES) {
    report({
      name: `${what}: ${label}`,
      unit: 'ms',
      ours: ours.map((one) => one[key]),
      reference: other.map((one) => one[key]),
      aim: 'at most 1.15',
    });
  }
  return Math.min(...ours.map(({ firstRow }) => firstRow));
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
