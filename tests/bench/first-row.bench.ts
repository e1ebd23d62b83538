import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { storeSession } from './bundle-size';
import { startFilledPanel } from './filled-panel';
import { captureListCall, type ListCall } from './list-call';
import { passOn, serveFolder, startFront } from './page-front';
import { keepBrowser } from './page-pair';
import { installStopwatch, timeToFirstRow } from './page-timing';
import { startProduction } from './production-server';
import { LIST_CALL_KEY } from './reference-list';
import { median } from './statistics';
import { STATIC_PAGE_PATH, staticPage } from './static-page';

/*
 * From navigation to the first painted row of /condos: ours, the stack's floor, a page of the browser alone, and a static page;
 * quick, and on a slow machine behind a slow line. Pages take turns.
 */

const RUNS = Number(process.env.BENCH_RUNS ?? 7);
const COUNTS = (process.env.BENCH_COUNTS ?? '50,1000,10000').split(',').map(Number);
const SETTLE_MS = 700;
/** As the issue of slow places has it: 4 times slower, 165 ms and 8 Mbit/s. */
const SLOW = { cpu: 4, latencyMs: 165, bytesPerSecond: 1_000_000 };
const NAMES = ['ours', 'floor', 'spa', 'static'] as const;

type Place = typeof SLOW | null;

const browser = keepBrowser();

test.each(COUNTS)('the first of %i rows', async (count) => {
  const panel = await startFilledPanel({ condos: count });
  const call = await captureListCall(browser(), panel);
  const floor = await startProduction(
    {},
    { entry: built('stack-floor/.output/server/index.mjs'), ready: '/' },
  );
  const fronts = {
    ours: await startFront(panel.url, passOn(panel.url)),
    floor: await startFront(panel.url, passOn(floor.url)),
    spa: await startFront(panel.url, await serveFolder(built('spa/.output'))),
    static: await startFront(panel.url, (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        staticPage({
          path: '/admin/condos',
          query: { sort_by: 'name', sort_order: 'asc' },
          fields: ['id', 'name', 'address', 'city', 'created_at'],
        }),
      );
    }),
  };
  const paths = { ours: '/condos', floor: '/', spa: '/', static: STATIC_PAGE_PATH };
  for (const place of [null, ...(count === 1_000 ? [SLOW] : [])]) {
    const context = await browser().newContext();
    await context.addInitScript(storeSession, panel.session);
    await context.addInitScript(storeCall, [LIST_CALL_KEY, pathOf(call)] as const);
    await installStopwatch(context);
    const figures = NAMES.map((name) => ({ name, firstRow: [] as number[], cpu: [] as number[] }));
    for (let run = -1; run < RUNS; run += 1) {
      for (const { name, firstRow, cpu } of figures) {
        const measured = await visit(context, fronts[name].url + paths[name], place);
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
  for (const front of Object.values(fronts)) await front.stop();
  await floor.stop();
  await panel.stop();
});

function built(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** The call by its path, which every front has. */
function pathOf({ url, headers }: ListCall): string {
  const { pathname, search } = new URL(url);
  return JSON.stringify({ url: pathname + search, headers });
}

function storeCall([key, call]: readonly [string, string]): void {
  localStorage.setItem(key, call);
}

/** Milliseconds to the first painted row in a new tab, and the main thread's work until the list has settled. */
async function visit(context: BrowserContext, url: string, place: Place) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
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
