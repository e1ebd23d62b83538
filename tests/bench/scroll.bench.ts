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
  report(
    {
      name: `${path}: frames dropped by the wheel`,
      unit: '%',
      ours: figures.ours.scrolled.map(({ dropped }) => dropped),
      reference: null,
      aim: 'at most 4',
    },
    {
      name: `${path}: frames dropped by the reference page`,
      unit: '%',
      ours: figures.spa.scrolled.map(({ dropped }) => dropped),
      reference: null,
      aim: '',
    },
    {
      name: `${path}: longest frame by the wheel`,
      unit: 'ms',
      ours: figures.ours.scrolled.map(({ longestMs }) => longestMs),
      reference: figures.spa.scrolled.map(({ longestMs }) => longestMs),
      aim: 'at most 33 ms',
    },
    {
      name: `${path}: CPU of a frame`,
      unit: 'ms',
      ours: figures.ours.costs.map(({ middle }) => middle),
      reference: figures.spa.costs.map(({ middle }) => middle),
      aim: '',
    },
    {
      name: `${path}: CPU of the longest frame`,
      unit: 'ms',
      ours: figures.ours.costs.map(({ longest }) => longest),
      reference: figures.spa.costs.map(({ longest }) => longest),
      aim: 'at most 50 ms',
    },
    {
      name: `${path}: frames without rows`,
      unit: '%',
      ours: [...figures.ours.scrolled, ...figures.ours.costs].map(({ empty }) => empty),
      reference: null,
      aim: 'none',
    },
    {
      name: `${path}: frames partly without rows`,
      unit: '%',
      ours: figures.ours.scrolled.map(({ partly }) => partly),
      reference: null,
      aim: '',
    },
  );
  expect(figures.ours.costs.every(({ longest }) => longest > 0)).toBe(true);
});

interface Figures {
  scrolled: Scrolled[];
  costs: FrameCosts[];
}

function emptyFigures(): Figures {
  return { scrolled: [], costs: [] };
}
