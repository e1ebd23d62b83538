import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { keepBrowser, startPages, type Pages } from './pages';
import { mainThreadMs, timeToFirstRow } from './page-timing';
import { alternate, report, reportVisits } from './report';

/** Scrolling a long list at 8,000 pixels a second beside the same list as a page of the browser alone; they take turns. */

const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const SETTLE_MS = 4_000;
/** Of a screen with 60 Hz. */
const FRAME_MS = 1_000 / 60;
/** Pixels per second. */
const SPEED = 8_000;
const DISTANCE_PX = 24_000;

/** What runs inside the page. */
declare global {
  interface Window {
    benchScroll?: { times: number[]; empty: number; partly: number; stop: () => void };
  }
}

const browser = keepBrowser();

test.each([
  ['/condos', { condos: Number(process.env.BENCH_CONDOS ?? 10_000) }],
  ['/apartments', { condos: 100, apartments: Number(process.env.BENCH_CARDS ?? 50_000) }],
] as const)('scrolling %s', async (path, counts) => {
  const pages = await startPages(browser(), counts);
  const visits = await alternate(
    RUNS,
    () => scroll(pages, pages.urls.ours + path),
    () => scroll(pages, pages.urls.spa + path),
  );
  await pages.stop();
  const [ours, spa] = visits;
  const share = (name: string, valueOf: (of: Scrolled) => number, aim?: string) =>
    report(
      { name: `${path}: ${name}`, unit: '%', ours: ours.map(valueOf), aim },
      { name: `${path}: ${name}, reference`, unit: '%', ours: spa.map(valueOf) },
    );
  share('frames dropped by the wheel', ({ dropped }) => dropped, 'at most 4');
  share('frames without rows', ({ empty }) => empty, 'none');
  share('frames partly without rows', ({ partly }) => partly);
  reportVisits(visits, [
    [`${path}: longest frame by the wheel`, ({ longestMs }) => longestMs, 'at most 33 ms'],
    [`${path}: CPU of a frame`, ({ cpuMs }) => cpuMs],
  ]);
  expect(Math.min(...ours.map(({ longestMs }) => longestMs))).toBeGreaterThan(0);
});

interface Scrolled {
  longestMs: number;
  /** What a frame costs the main thread on average. */
  cpuMs: number;
  /** Of the frames that a screen of 60 Hz shows in this time, in percent: a frame of more than 25 ms drops the next one. */
  dropped: number;
  /** Frames in which nothing of what was scrolled to was painted yet, in percent. */
  empty: number;
  /** Frames in which a part of it was not, in percent. */
  partly: number;
}

async function scroll({ context }: Pages, url: string): Promise<Scrolled> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable');
  await timeToFirstRow(page, url);
  await page.waitForTimeout(SETTLE_MS);
  const scrolled = await scrollDown(page, client);
  await page.close();
  return scrolled;
}

/** Scrolls down by the wheel at an even speed, and watches each frame. */
async function scrollDown(page: Page, client: CDPSession): Promise<Scrolled> {
  await page.bringToFront();
  await page.evaluate(watchFrames);
  const before = await mainThreadMs(client);
  await client.send('Input.synthesizeScrollGesture', {
    x: 640,
    y: 500,
    yDistance: -DISTANCE_PX,
    speed: SPEED,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  const computed = (await mainThreadMs(client)) - before;
  const { times, empty, partly } = await stopWatching(page);
  const frames = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const shown = frames.reduce((sum, frame) => sum + Math.max(1, Math.round(frame / FRAME_MS)), 0);
  return {
    longestMs: Math.max(...frames),
    cpuMs: computed / frames.length,
    dropped: (100 * (shown - frames.length)) / shown,
    empty: (100 * empty) / frames.length,
    partly: (100 * partly) / frames.length,
  };
}

/**
 * Counts frames while the page scrolls. Before the page hears of a new position, what it has painted for the last one is
 * compared with it: the browser may have shown just that.
 */
function watchFrames(): void {
  const ROW = 'tbody tr:not([aria-hidden]), [role=listitem]';
  const header = 120;
  const gap = 30;
  const watched = { times: [] as number[], empty: 0, partly: 0, stop };
  const isPainted = (y: number) =>
    [y, y + gap].some((at) => document.elementFromPoint(innerWidth / 2, at)?.closest(ROW));
  function look() {
    const step = (innerHeight - header - gap - 1) / 4;
    const painted = [0, 1, 2, 3, 4].filter((index) => isPainted(header + index * step)).length;
    if (painted === 0) watched.empty += 1;
    else if (painted < 5) watched.partly += 1;
    watched.times.push(performance.now());
  }
  function stop() {
    removeEventListener('scroll', look, { capture: true });
  }
  window.benchScroll = watched;
  addEventListener('scroll', look, { capture: true });
}

function stopWatching(page: Page): Promise<{ times: number[]; empty: number; partly: number }> {
  return page.evaluate(() => {
    const watched = window.benchScroll;
    if (!watched) throw new Error('nothing was watched');
    watched.stop();
    return { times: watched.times, empty: watched.empty, partly: watched.partly };
  });
}
