import type { BrowserContext } from '@playwright/test';
import { expect, test } from 'vitest';
import { startListPages } from './list-pages';
import { mainThreadMs } from './main-thread';
import { keepBrowser } from './page-pair';
import { timeToFirstRow } from './page-timing';
import { report } from './report';
import { slowDown } from './slow-place';
import { weightUntilRest } from './weight';

/*
 * From navigation to the first painted row of /condos, beside the least that its stack takes; quick, and on a slow machine behind a
 * slow line. Pages take turns.
 */

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
/** Each takes several seconds. */
const SLOW_RUNS = 3;
const COUNTS = (process.env.BENCH_COUNTS ?? '50,1000,10000,30000').split(',').map(Number);
const SETTLE_MS = 700;
/** With how many buildings the slow place is measured. */
const SLOW_COUNTS = new Set([1_000, 30_000]);
const PAGES = ['ours', 'floor'] as const;
const MEASURES = [
  ['first row', 'firstRow'],
  ['CPU until then', 'cpuToRow'],
  ['CPU at rest', 'cpu'],
] as const;

const browser = keepBrowser();

test.each(COUNTS)('the first of %i rows', async (count) => {
  const pages = await startListPages(browser(), '/condos', { condos: count });
  for (const isSlow of SLOW_COUNTS.has(count) ? [false, true] : [false]) {
    const visits: Record<(typeof PAGES)[number], Visit[]> = { ours: [], floor: [] };
    const runs = isSlow ? Math.min(SLOW_RUNS, RUNS) : RUNS;
    for (let run = -1; run < runs; run += 1) {
      for (const name of PAGES) {
        const measured = await visit(pages.context, pages.urls[name], isSlow);
        // The first visit of each page warms its server.
        if (run >= 0) visits[name].push(measured);
      }
    }
    for (const [label, key] of MEASURES) {
      report({
        name: `${count} buildings${isSlow ? ', slow' : ''}: ${label}`,
        unit: 'ms',
        ours: visits.ours.map((one) => one[key]),
        reference: visits.floor.map((one) => one[key]),
        aim: 'at most 1.15',
      });
    }
    expect(visits.ours.every(({ firstRow }) => firstRow > 0)).toBe(true);
  }
  await pages.stop();
});

test('what /condos loads until the network rests', async () => {
  const pages = await startListPages(browser(), '/condos', { condos: 1_000 });
  const { kB, requests } = await weightUntilRest(pages.context, pages.urls.ours);
  await pages.stop();
  report(
    { name: 'weight of /condos', unit: 'kB', ours: kB, reference: null, aim: 'at most 160' },
    {
      name: 'weight of /condos: requests',
      unit: 'files',
      ours: requests,
      reference: null,
      aim: 'at most 18',
    },
  );
  expect(kB).toBeGreaterThan(50);
});

/** In milliseconds. */
interface Visit {
  /** From the navigation to the first painted row. */
  firstRow: number;
  /** CPU time of the main thread until then, and until the list has settled. */
  cpuToRow: number;
  cpu: number;
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
