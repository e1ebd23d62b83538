import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext } from '@playwright/test';
import { expect, test } from 'vitest';
import { storeSession } from './bundle-size';
import { startFilledPanel, type FilledPanel } from './filled-panel';
import { captureListCall, storeCall } from './list-call';
import { mainThreadMs } from './main-thread';
import { passOn, startFront } from './page-front';
import { keepBrowser } from './page-pair';
import { installStopwatch, timeToFirstRow } from './page-timing';
import { startProduction } from './production-server';
import { slowDown } from './slow-place';
import { median, spread } from './statistics';

/**
 * From navigation to the first thing that a screen draws of its data, beside a Start page that draws the same and nothing else;
 * quick, and on a slow machine behind a slow line. Pages take turns.
 */

const RUNS = Number(process.env.BENCH_RUNS ?? 7);
const SETTLE_MS = 1_000;
const PLACES = process.env.BENCH_PLACES?.split(',') ?? ['quick', 'slow'];
const COUNTS = { condos: 1_000, apartments: 2_000, users: 10_000 };
const CARDS = { condos: 100, apartments: 50_000 };

const SCREENS = [
  { path: '/users', drawn: 'tbody tr', counts: COUNTS },
  { path: '/users/2', drawn: 'dd', counts: COUNTS },
  { path: '/condos/1', drawn: 'dd', counts: COUNTS },
  { path: '/dashboard', drawn: 'li > a > span + span', counts: COUNTS },
  { path: '/apartments', drawn: '[role=listitem]', counts: CARDS },
] as const;

const browser = keepBrowser();

test.each(SCREENS)('$path', async ({ path, drawn, counts }) => {
  const panel = await startFilledPanel(counts);
  const floor = await startProduction(
    {},
    {
      entry: fileURLToPath(new URL('stack-screens/.output/server/index.mjs', import.meta.url)),
      ready: path,
    },
  );
  const fronts = {
    ours: await startFront(panel.url, passOn(panel.url)),
    floor: await startFront(panel.url, passOn(floor.url)),
  };
  for (const place of PLACES) {
    const context = await signedIn(browser(), panel, path, drawn);
    const figures = { ours: emptyFigures(), floor: emptyFigures() };
    // The first visit of each page warms its server.
    for (let run = -1; run < RUNS; run += 1) {
      for (const name of ['ours', 'floor'] as const) {
        const visited = await visit(context, fronts[name].url + path, place === 'slow');
        if (run < 0) continue;
        figures[name].drawn.push(visited.drawn);
        figures[name].cpu.push(visited.cpu);
      }
    }
    await context.close();
    const { ours, floor: reference } = figures;
    console.log(
      `${path}, ${place}`.padEnd(20),
      `drawn ${both(ours.drawn, reference.drawn)},`,
      `main thread until it rests ${both(ours.cpu, reference.cpu)} (aim: at most 1.2)`,
    );
    expect(median(ours.drawn)).toBeGreaterThan(0);
  }
  for (const front of Object.values(fronts)) await front.stop();
  await floor.stop();
  await panel.stop();
});

function emptyFigures(): { drawn: number[]; cpu: number[] } {
  return { drawn: [], cpu: [] };
}

function both(ours: readonly number[], floor: readonly number[]): string {
  const ratio = (median(ours) / median(floor)).toFixed(2);
  return `${ratio} (${spread(ours, 'ms')} to ${spread(floor, 'ms')})`;
}

async function signedIn(
  opened: Browser,
  panel: FilledPanel,
  path: string,
  drawn: string,
): Promise<BrowserContext> {
  const context = await opened.newContext();
  await context.addInitScript(storeSession, panel.session);
  await storeCall(context, await captureListCall(opened, panel, path));
  await installStopwatch(context, drawn);
  return context;
}

/** Milliseconds until it is drawn in a new tab, and the main thread's CPU until the screen has settled. */
async function visit(context: BrowserContext, url: string, slow: boolean) {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  if (slow) await slowDown(client);
  const drawn = await timeToFirstRow(page, url);
  await page.waitForTimeout(SETTLE_MS);
  const cpu = await mainThreadMs(client);
  await page.close();
  return { drawn, cpu };
}
