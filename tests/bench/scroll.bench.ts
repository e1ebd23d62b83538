import { expect, test } from 'vitest';
import { startListPages, type ListPages } from './list-pages';
import { keepBrowser } from './page-pair';
import { costOfFrames, scrollDown, type FrameCosts, type Scrolled } from './page-scroll';
import { timeToFirstRow } from './page-timing';
import { report } from './report';
import { alternate } from './statistics';

/** Scrolling a long list at 8,000 pixels a second beside the same list as a page of the browser alone; they take turns. */

const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const SETTLE_MS = 4_000;

const browser = keepBrowser();

test.each([
  ['/condos', { condos: Number(process.env.BENCH_CONDOS ?? 10_000) }],
  ['/apartments', { condos: 100, apartments: Number(process.env.BENCH_CARDS ?? 50_000) }],
] as const)('scrolling %s', async (path, counts) => {
  const pages = await startListPages(browser(), path, counts);
  const [ours, spa] = await alternate(
    RUNS,
    () => scroll(pages, 'ours'),
    () => scroll(pages, 'spa'),
  );
  await pages.stop();
  const share = (name: string, measured: number[], aim = '') =>
    report({ name: `${path}: ${name}`, unit: '%', ours: measured, aim });
  const beside = (name: string, valueOf: (of: Visit) => number, aim = '') => {
    const [own, reference] = [ours.map(valueOf), spa.map(valueOf)];
    report({ name: `${path}: ${name}`, unit: 'ms', ours: own, reference, aim });
  };
  share('frames dropped by the wheel', ours.map(droppedShare), 'at most 4');
  share('frames dropped by the reference page', spa.map(droppedShare));
  beside('longest frame by the wheel', ({ scrolled }) => scrolled.longestMs, 'at most 33 ms');
  beside('CPU of a frame', ({ costs }) => costs.middle);
  beside('CPU of the longest frame', ({ costs }) => costs.longest, 'at most 50 ms');
  const empty = ours.flatMap(({ scrolled, costs }) => [scrolled.empty, costs.empty]);
  share('frames without rows', empty, 'none');
  const partly = ours.map(({ scrolled }) => scrolled.partly);
  share('frames partly without rows', partly);
  expect(Math.min(...ours.map(({ costs }) => costs.longest))).toBeGreaterThan(0);
});

interface Visit {
  scrolled: Scrolled;
  costs: FrameCosts;
}

const droppedShare = ({ scrolled }: Visit) => scrolled.dropped;

async function scroll({ context, urls }: ListPages, name: 'ours' | 'spa'): Promise<Visit> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await timeToFirstRow(page, urls[name]);
  await page.waitForTimeout(SETTLE_MS);
  const scrolled = await scrollDown(page, client);
  const costs = await costOfFrames(browser(), page);
  await page.close();
  return { scrolled, costs };
}
