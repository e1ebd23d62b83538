import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { mainThreadMs, openTab, timeToFirstRow } from './page-timing';
import { startPages, type Pages } from './pages';
import { alternate, report, reportVisits } from './report';

/*
 * Measures the time from navigation to the first painted row, beside the reference page with the same rows.
 * Pages take turns, on a fast machine and on a slow one behind a slow line.
 */

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
/** Slow visits take several seconds each. */
const SLOW_RUNS = Math.min(3, RUNS);
const COUNTS = (process.env.BENCH_COUNTS ?? '50,1000,10000,30000').split(',').map(Number);
/** Numbers of buildings that are measured on the slow machine too. */
const SLOW_COUNTS = new Set([1_000, 30_000]);
const SETTLE_MS = 700;
/** Time in which nobody uses the page. Code that is loaded when it is idle has arrived by then. */
const REST_MS = 5_000;

test.each(COUNTS)('the first of %i rows', async (count) => {
  const pages = await startPages({ condos: count });
  expect(await compare(pages, '/condos', `${count} buildings`)).toBeGreaterThan(0);
  if (SLOW_COUNTS.has(count)) await compare(pages, '/condos', `${count} buildings, slow`, true);
});

test('the first of 10 users', async () => {
  const pages = await startPages({ condos: 50, apartments: 1_000, users: 1_000 });
  expect(await compare(pages, '/users', 'users')).toBeGreaterThan(0);
});

test('what /condos loads until the network rests', async () => {
  const { context, urls } = await startPages({ condos: 1_000 });
  const tab = await openTab(context);
  const scripts: Promise<number>[] = [];
  tab.page.on('response', (response) => {
    if (!new URL(response.url()).pathname.endsWith('.js')) return;
    scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await timeToFirstRow(tab, `${urls.ours}/condos`);
  await tab.page.waitForTimeout(REST_MS);
  const sizes = await Promise.all(scripts);
  const kB = sizes.reduce((sum, size) => sum + size, 0) / 1_000;
  report({ name: 'weight of /condos', unit: 'kB', ours: [kB] });
  report({ name: 'weight of /condos: requests', unit: 'files', ours: [sizes.length] });
  expect(kB).toBeGreaterThan(50);
});

/** Visits both pages in turns and reports their times. Returns the panel's shortest time to the first row. */
async function compare({ context, urls }: Pages, path: string, title: string, isSlow = false) {
  /** Opens a new tab without a cache. Times are in milliseconds, the CPU is that of the main thread. */
  const visit = async (url: string) => {
    const tab = await openTab(context, isSlow ? 4 : 1);
    await tab.session.send('Network.setCacheDisabled', { cacheDisabled: true });
    if (isSlow) await tab.session.send('Network.emulateNetworkConditions', SLOW_LINE);
    const firstRow = await timeToFirstRow(tab, url + path);
    const cpuToRow = await mainThreadMs(tab);
    await tab.page.waitForTimeout(SETTLE_MS);
    const cpu = await mainThreadMs(tab);
    await tab.page.close();
    return { firstRow, cpuToRow, cpu };
  };
  const runs = isSlow ? SLOW_RUNS : RUNS;
  const visits = await alternate(runs, [urls.ours, urls.spa], visit);
  reportVisits(visits, {
    [`${title}: first row`]: ({ firstRow }) => firstRow,
    [`${title}: CPU until then`]: ({ cpuToRow }) => cpuToRow,
    [`${title}: CPU at rest`]: ({ cpu }) => cpu,
  });
  return Math.min(...visits[0].map(({ firstRow }) => firstRow));
}

/** A line with 165 ms to the server and 8 Mbit/s. */
const SLOW_LINE = {
  offline: false,
  latency: 165,
  downloadThroughput: 1_000_000,
  uploadThroughput: 1_000_000,
};
