import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { PAGES, startFirstRowPages } from './first-row-pages';
import { keepBrowser } from './page-pair';
import { timeToFirstRow } from './page-timing';
import { median } from './statistics';

/*
 * From navigation to the first painted row of /condos: ours, the stack's floor, a page of the browser alone, and a static page;
 * quick, and on a slow machine behind a slow line. Pages take turns.
 */

const RUNS = Number(process.env.BENCH_RUNS ?? 7);
const COUNTS = (process.env.BENCH_COUNTS ?? '50,1000,10000').split(',').map(Number);
const SETTLE_MS = 700;
/** As the issue of slow places has it: 4 times slower, 165 ms and 8 Mbit/s. */
const SLOW = { cpu: 4, latencyMs: 165, bytesPerSecond: 1_000_000 };
/** With how many buildings the slow place is measured. */
const SLOW_COUNT = 1_000;

type Place = typeof SLOW | null;

const browser = keepBrowser();

test.each(COUNTS)('the first of %i rows', async (count) => {
  const pages = await startFirstRowPages(browser(), count);
  for (const place of [null, ...(count === SLOW_COUNT ? [SLOW] : [])]) {
    const context = await pages.newContext();
    const figures = PAGES.map((name) => ({ name, firstRow: [] as number[], cpu: [] as number[] }));
    for (let run = -1; run < RUNS; run += 1) {
      for (const { name, firstRow, cpu } of figures) {
        const measured = await visit(context, pages.urls[name], place);
        // The first visit of each page warms its server.
        if (run < 0) continue;
        firstRow.push(measured.firstRowMs);
        cpu.push(measured.cpuMs);
      }
    }
    await context.close();
    console.log(table(`${count} buildings${place ? ', slow' : ''}`, figures));
    expect(figures.every(({ firstRow }) => median(firstRow) > 0)).toBe(true);
  }
  await pages.stop();
});
/** Milliseconds to the first painted row in a new tab, and the main thread's work until the list has settled. */
async function visit(context: BrowserContext, url: string, place: Place) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  if (place) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: place.cpu });
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: place.latencyMs,
      downloadThroughput: place.bytesPerSecond,
      uploadThroughput: place.bytesPerSecond,
    });
  }
  const firstRowMs = await timeToFirstRow(page, url);
  await settle(page);
  const { metrics } = await session.send('Performance.getMetrics');
  await page.close();
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  return { firstRowMs, cpuMs: seconds * 1_000 };
}

async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(SETTLE_MS);
}

interface PageFigures {
  name: string;
  firstRow: number[];
  cpu: number[];
}

const ratio = (ours: number[] | undefined, own: number[]) =>
  (median(ours ?? []) / median(own)).toFixed(2);

function table(title: string, figures: readonly PageFigures[]): string {
  const ours = figures[0];
  const lines = figures.map(
    ({ name, firstRow, cpu }) =>
      `${name.padEnd(8)} first row ${spread(firstRow)} (ours is ${ratio(ours?.firstRow, firstRow)}), ` +
      `main thread ${spread(cpu)} (${ratio(ours?.cpu, cpu)})`,
  );
  return [title, ...lines, ''].join('\n');
}

/** The median, and between what the middle half is. */
function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN);
  return `${Math.round(median(values))} ms [${at(0.25)} to ${at(0.75)}]`;
}
