import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { startFilledPanel } from './filled-panel';
import { keepBrowser, openPair } from './page-pair';
import { timeToFirstRow } from './page-timing';
import { createReport } from './report';

const CONDOS = 10_000;
const RUNS = 3;
/** After this an answer no longer counts as fresh. */
const STALE_AFTER_MS = 5_500;
const report = createReport();
const browser = keepBrowser();

/** What a visit costs until the page rests. */
interface Cost {
  /** Until the first row is painted. */
  ms: number;
  /** Of the main thread. */
  cpuMs: number;
  /** Received, compressed. */
  kib: number;
}

/** The cost of a visit, which answers how long it took to the first row. */
async function costOf(page: Page, visit: () => Promise<number>): Promise<Cost> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  await client.send('Network.enable');
  let bytes = 0;
  client.on('Network.dataReceived', ({ encodedDataLength }) => void (bytes += encodedDataLength));
  const before = await taskMs(client);
  const ms = await visit();
  await page.waitForLoadState('networkidle');
  // A page without requests may still be computing.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const cpuMs = (await taskMs(client)) - before;
  await client.detach();
  return { ms, cpuMs, kib: bytes / 1024 };
}

async function taskMs(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Clicks an entry of the menu; milliseconds until something of the screen is painted. */
function clickEntry(page: Page, label: string): Promise<number> {
  return page.evaluate(async (name) => {
    const link = [...document.querySelectorAll('nav a')].find((one) => one.textContent === name);
    if (!(link instanceof HTMLElement)) throw new Error(`no entry ${name}`);
    const started = performance.now();
    link.click();
    return (await window.benchPainted(null)) - started;
  }, label);
}

test('coming back to 10,000 buildings against the first visit', async () => {
  const panel = await startFilledPanel({ condos: CONDOS });
  const { ours, close } = await openPair(browser(), panel, {
    path: '/admin/condos',
    query: { sort_by: 'name', sort_order: 'asc' },
    fields: ['id', 'name'],
  });
  const first: Cost[] = [];
  const back: Cost[] = [];
  const statuses: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const calls: string[] = [];
    ours.on('request', (request) => void calls.push(new URL(request.url()).pathname));
    first.push(await costOf(ours, () => timeToFirstRow(ours, `${panel.url}/condos`)));
    const list = calls.find((path) => path.startsWith('/_serverFn/'));
    ours.removeAllListeners('request');
    await ours.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
    await ours.waitForURL(/dashboard/);
    await ours.waitForTimeout(STALE_AFTER_MS);
    const answered = ours.waitForResponse((response) => new URL(response.url()).pathname === list);
    back.push(
      await costOf(ours, async () => {
        const ms = await clickEntry(ours, 'Building');
        statuses.push((await answered).status());
        return ms;
      }),
    );
  }
  expect(statuses).toEqual(Array.from({ length: RUNS }, () => 304));
  const figures = [
    ['first painted row', 'ms', 'ms'],
    ["main thread's CPU", 'ms', 'cpuMs'],
    ['received', 'KiB', 'kib'],
  ] as const;
  for (const [name, unit, key] of figures) {
    report({
      name: `${CONDOS} buildings, coming back: ${name}`,
      unit,
      ours: back.map((cost) => cost[key]),
      reference: first.map((cost) => cost[key]),
      aim: 'at most 0.2',
    });
  }
  await close();
  await panel.stop();
});
