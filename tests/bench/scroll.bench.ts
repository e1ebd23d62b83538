import { expect, test } from 'vitest';
import { mainThreadMs, openSettled, ROW } from './page-timing';
import { startPages } from './pages';
import { alternate, report, reportVisits } from './report';

/* Scrolls a long list at 8,000 pixels a second, in turns with the same list in the reference page. */

const RUNS = Number(process.env.BENCH_RUNS ?? 3);
/** Duration of a frame on a screen with 60 Hz. */
const FRAME_MS = 1_000 / 60;

declare global {
  interface Window {
    /** Times of the frames, and whether a row was painted. */
    benchFrames: Array<{ time: number; isPainted: boolean }>;
  }
}

test.each([
  ['/condos', { condos: 10_000 }],
  ['/apartments', { condos: 100, apartments: 50_000 }],
] as const)('scrolling %s', async (path, counts) => {
  const { context, urls } = await startPages(counts);
  /** Scrolls down with the wheel at an even speed, and watches each frame. */
  const scroll = async (url: string) => {
    const tab = await openSettled(context, url + path);
    await tab.page.evaluate(watchFrames, ROW);
    const before = await mainThreadMs(tab);
    await tab.session.send('Input.synthesizeScrollGesture', {
      x: 640,
      y: 500,
      yDistance: -24_000,
      speed: 8_000,
      gestureSourceType: 'mouse',
      preventFling: true,
    });
    const computed = (await mainThreadMs(tab)) - before;
    const watched = await tab.page.evaluate(() => window.benchFrames);
    await tab.page.close();
    const frames = watched.slice(1).map(({ time }, index) => time - (watched[index]?.time ?? time));
    // The screen shows 60 frames a second: a frame of more than 25 ms drops the next one.
    const shown = frames.reduce((sum, frame) => sum + Math.max(1, Math.round(frame / FRAME_MS)), 0);
    const empty = watched.filter(({ isPainted }) => !isPainted).length;
    return {
      longest: Math.max(...frames),
      cpu: computed / frames.length,
      dropped: (100 * (shown - frames.length)) / shown,
      empty: (100 * empty) / watched.length,
    };
  };
  const visits = await alternate(RUNS, [urls.ours, urls.spa], scroll);
  const [ours, spa] = visits;
  const shares = {
    'frames dropped by the wheel': 'dropped',
    'frames without rows': 'empty',
  } as const;
  for (const [title, share] of Object.entries(shares)) {
    const name = `${path}: ${title}`;
    report({ name, unit: '%', ours: ours.map((visit) => visit[share]) });
    report({ name: `${name}, reference`, unit: '%', ours: spa.map((visit) => visit[share]) });
  }
  reportVisits(visits, {
    [`${path}: longest frame by the wheel`]: ({ longest }) => longest,
    [`${path}: CPU of a frame`]: ({ cpu }) => cpu,
  });
  expect(Math.min(...ours.map(({ longest }) => longest))).toBeGreaterThan(0);
});

/**
 * Runs in the page and records each frame while it scrolls. At a scroll event the page still shows the rows
 * of the last position, and the browser may have shown just these.
 */
function watchFrames(row: string): void {
  const stepPx = 30;
  const headerPx = 120;
  window.benchFrames = [];
  const look = () => {
    let isPainted = false;
    for (let y = headerPx; y < innerHeight && !isPainted; y += stepPx)
      isPainted = Boolean(document.elementFromPoint(innerWidth / 2, y)?.closest(row));
    window.benchFrames.push({ time: performance.now(), isPainted });
  };
  addEventListener('scroll', look, { capture: true });
}
