import { expect, test } from 'vitest';
import { startListPages } from './list-pages';
import { keepBrowser } from './page-pair';
import { costOfFrames, scrollDown, type FrameCosts, type Scrolled } from './page-scroll';
import { timeToFirstRow } from './page-timing';
import { spread } from './statistics';

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
  for (const name of PAGES) console.log(linesOf(`${path}, ${name}`, figures[name]));
  expect(figures.ours.costs.every(({ longest }) => longest > 0)).toBe(true);
});

interface Figures {
  scrolled: Scrolled[];
  costs: FrameCosts[];
}

function emptyFigures(): Figures {
  return { scrolled: [], costs: [] };
}

function linesOf(title: string, { scrolled, costs }: Figures): string {
  const cost = (key: keyof FrameCosts) => costs.map((one) => one[key]);
  const figure = (key: keyof Scrolled) => scrolled.map((one) => one[key]);
  return [
    title,
    `  60 frames a second: CPU of a frame ${spread(cost('middle'), 'ms')}, of the longest ${spread(cost('longest'), 'ms')} (aim: at most 50 ms), ` +
      `frames without rows ${total(cost('empty'))} (aim: none)`,
    `  by the wheel: longest frame ${spread(figure('longestMs'), 'ms')}, dropped ${spread(figure('dropped'), '%')}, ` +
      `without rows ${total(figure('empty'))}, partly without ${spread(figure('partly'), '%')}`,
  ].join('\n');
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
