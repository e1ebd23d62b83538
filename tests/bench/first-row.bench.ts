import type { BrowserContext, CDPSession } from '@playwright/test';
import { expect, test } from 'vitest';
import { PAGES, startFirstRowPages } from './first-row-pages';
import { keepBrowser } from './page-pair';
import { timeToFirstRow } from './page-timing';
import { slowDown } from './slow-place';
import { median } from './statistics';

/*
 * From navigation to the first painted row of /condos: ours, the stack's floor, a page of the browser alone, and a static page;
 * quick, and on a slow machine behind a slow line. Pages take turns. Aims: at most 1.15 of the floor, and of the browser's own page and
 * the static one 1 and 2 where the floor itself is, also in CPU time of the main thread.
 */

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
/** Each takes several seconds. */
const SLOW_RUNS = 3;
const COUNTS = (process.env.BENCH_COUNTS ?? '50,1000,10000,30000').split(',').map(Number);
const SETTLE_MS = 700;
/** With how many buildings the slow place is measured. */
const SLOW_COUNTS = new Set([1_000, 30_000]);

const browser = keepBrowser();

test.each(COUNTS)('the first of %i rows', async (count) => {
  const pages = await startFirstRowPages(browser(), count);
  for (const isSlow of SLOW_COUNTS.has(count) ? [false, true] : [false]) {
    const context = await pages.newContext();
    const figures = PAGES.map((name) => ({ name, visits: [] as Visit[] }));
    const runs = isSlow ? Math.min(SLOW_RUNS, RUNS) : RUNS;
    for (let run = -1; run < runs; run += 1) {
      for (const { name, visits } of figures) {
        const measured = await visit(context, pages.urls[name], isSlow);
        // The first visit of each page warms its server.
        if (run >= 0) visits.push(measured);
      }
    }
    await context.close();
    console.log(table(`${count} buildings${isSlow ? ', slow' : ''}`, figures));
    expect(figures.every(({ visits }) => visits.every(({ firstRow }) => firstRow > 0))).toBe(true);
  }
  await pages.stop();
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
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  if (isSlow) await slowDown(session);
  const firstRow = await timeToFirstRow(page, url);
  const cpuToRow = await mainThreadMs(session);
  await page.waitForTimeout(SETTLE_MS);
  const cpu = await mainThreadMs(session);
  await page.close();
  return { firstRow, cpuToRow, cpu };
}

async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

interface PageFigures {
  name: string;
  visits: readonly Visit[];
}

const MEASURES = [
  ['first row', 'firstRow'],
  ['CPU to it', 'cpuToRow'],
  ['CPU at rest', 'cpu'],
] as const;

/** For each measure and page: the median, between what the middle half is, and of which page ours is how much. */
function table(title: string, figures: readonly PageFigures[]): string {
  const lines = MEASURES.map(([label, key]) => {
    const values = figures.map(({ visits }) => visits.map((measured) => measured[key]));
    const [ours = [], floor = []] = values;
    const cells = values.map((own, index) => {
      const of = index === 0 ? '' : ` ours ${ratio(ours, own)}`;
      const floorOf = index > 1 ? `, floor ${ratio(floor, own)}` : '';
      return `${spread(own)}${of}${floorOf}`.padEnd(index === 0 ? 22 : 42);
    });
    return `${label.padEnd(12)} ${cells.join(' ')}`;
  });
  return [title, `${''.padEnd(13)}${PAGES.join(' | ')}`, ...lines, ''].join('\n');
}

function ratio(ours: readonly number[], own: readonly number[]): string {
  return (median(ours) / median(own)).toFixed(2);
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN);
  return `${Math.round(median(values))} ms [${at(0.25)} to ${at(0.75)}]`;
}
