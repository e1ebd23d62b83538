import { expect, test } from 'vitest';
import { startListPages } from './list-pages';
import { keepBrowser } from './page-pair';
import { costOfFrames, scrollDown, type FrameCosts, type Scrolled } from './page-scroll';
import { timeToFirstRow } from './page-timing';
import { report } from './report';

/** Scrolling a long list at 8,000 pixels a second beside the same list as a page of the browser alone; they take turns. */

const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const SETTLE_MS = 4_000;
const PAGES = ['ours', 'spa'] as const;

const browser = keepBrowser();

test.each([
  ['/condos', { condos: Number(process.env.BENCH_CONDOS ?? 10_000) }],
  ['/apartments', { condos: 100, apartments: Number(process.env.BENCH_CARDS ?? 50_000) }],
] as const)('scrolling %s', async (path, counts) => {
  const pages = await startListPages(browser(), path, counts);
  const figures = { ours: emptyFigures(), spa: emptyFigures() };
  // The first visit of each page warms its server.
  for (let run = -1; run < RUNS; run += 1) {
    for (const name of PAGES) {
      const page = await pages.context.newPage();
      const client = await pages.context.newCDPSession(page);
      await timeToFirstRow(page, pages.urls[name]);
      await page.waitForTimeout(SETTLE_MS);
      const scrolled = await scrollDown(page, client);
      const cost = await costOfFrames(browser(), page);
      await page.close();
      if (run < 0) continue;
      figures[name].scrolled.push(scrolled);
      figures[name].costs.push(cost);
    }
  }
  await pages.stop();
  const { ours, spa } = figures;
  const share = (name: string, measured: number[], aim = '') =>
    report({ name: `${path}: ${name}`, unit: '%', ours: measured, aim });
  const beside = (name: string, valueOf: (of: Figures) => number[], aim = '') => {
    const [own, reference] = [valueOf(ours), valueOf(spa)];
    report({ name: `${path}: ${name}`, unit: 'ms', ours: own, reference, aim });
  };
  share('frames dropped by the wheel', droppedShares(ours), 'at most 4');
  share('frames dropped by the reference page', droppedShares(spa));
  beside('longest frame by the wheel', longestFrames, 'at most 33 ms');
  beside('CPU of a frame', ({ costs }) => costs.map(({ middle }) => middle));
  beside('CPU of the longest frame', longestCosts, 'at most 50 ms');
  const empty = [...ours.scrolled, ...ours.costs].map((one) => one.empty);
  share('frames without rows', empty, 'none');
  const partly = ours.scrolled.map((one) => one.partly);
  share('frames partly without rows', partly);
  expect(longestCosts(ours).every((cost) => cost > 0)).toBe(true);
});

interface Figures {
  scrolled: Scrolled[];
  costs: FrameCosts[];
}

const droppedShares = ({ scrolled }: Figures) => scrolled.map(({ dropped }) => dropped);
const longestFrames = ({ scrolled }: Figures) => scrolled.map(({ longestMs }) => longestMs);
const longestCosts = ({ costs }: Figures) => costs.map(({ longest }) => longest);

function emptyFigures(): Figures {
  return { scrolled: [], costs: [] };
}
