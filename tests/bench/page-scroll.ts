import type { Browser, CDPSession, Page } from '@playwright/test';
import { fieldsOf, readList, readNumber } from '~/fields/reading';
import { median } from './statistics';

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

/** What each frame costs the main thread, from the script to the commit, in milliseconds of its CPU. */
export interface FrameCosts {
  middle: number;
  longest: number;
  /** Frames in which nothing of what was scrolled to was painted yet, in percent. */
  empty: number;
}

/** Scrolls down by as much in each frame as the speed asks for, whatever a busy machine makes of the time between them. */
export async function costOfFrames(browser: Browser, page: Page): Promise<FrameCosts> {
  await page.bringToFront();
  await browser.startTracing(page, { categories: ['cc', '__metadata'] });
  await page.evaluate(watchFrames);
  await page.evaluate(
    async ([count, step]) => {
      for (let frame = 0; frame < count; frame += 1) {
        scrollBy(0, step);
        await new Promise(requestAnimationFrame);
      }
    },
    [Math.round((DISTANCE_PX / SPEED) * 60), Math.round(SPEED / 60)] as const,
  );
  const trace: unknown = JSON.parse((await browser.stopTracing()).toString());
  const frames = readList(fieldsOf(trace).traceEvents, (event) => ({
    process: readNumber(event.pid),
    // Marks between threads have the same name and no cost.
    costMs: event.name === 'ProxyMain::BeginMainFrame' ? (readNumber(event.tdur) ?? 0) / 1_000 : 0,
  })).filter(({ costMs }) => costMs > 0);
  // The browser's own pages have frames too.
  const busiest = frames.toSorted((a, b) => b.costMs - a.costMs)[0]?.process;
  const costs = frames.filter(({ process }) => process === busiest).map(({ costMs }) => costMs);
  const { times, empty } = await stopWatching(page);
  const emptyShare = (100 * empty) / times.length;
  return { middle: median(costs), longest: Math.max(...costs), empty: emptyShare };
}

export interface Scrolled {
  longestMs: number;
  /** Of the frames that a screen of 60 Hz shows in this time, in percent: a frame of more than 25 ms drops the next one. */
  dropped: number;
  /** Frames in which nothing of what was scrolled to was painted yet, in percent. */
  empty: number;
  /** Frames in which a part of it was not, in percent. */
  partly: number;
}

/** Scrolls down by the wheel at an even speed, and watches each frame. */
export async function scrollDown(page: Page, client: CDPSession): Promise<Scrolled> {
  await page.bringToFront();
  await page.evaluate(watchFrames);
  await client.send('Input.synthesizeScrollGesture', {
    x: 640,
    y: 500,
    yDistance: -DISTANCE_PX,
    speed: SPEED,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  const { times, empty, partly } = await stopWatching(page);
  const frames = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const shown = frames.reduce((sum, frame) => sum + Math.max(1, Math.round(frame / FRAME_MS)), 0);
  return {
    longestMs: Math.max(...frames),
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
