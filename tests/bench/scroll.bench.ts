import { expect, test } from 'vitest';
import { mainThreadMs, openSettled, ROW } from './page-timing';
import { startPages } from './pages';
import { alternate, report, reportVisits } from './report';

/** Scrolling a long list at 8,000 pixels a second beside the same list as a page of the browser alone; they take turns. */

const RUNS = Number(process.env.BENCH_RUNS ?? 3);
/** Of a screen with 60 Hz. */
const FRAME_MS = 1_000 / 60;
/** Places of the screen, from the header down, at which a row has to be painted. */
const PLACES = 5;

/** What runs inside the page. */
declare global {
  interface Window {
    benchFrames: Array<{ time: number; painted: number }>;
  }
}

test.each([
  ['/condos', { condos: 10_000 }],
  ['/apartments', { condos: 100, apartments: 50_000 }],
] as const)('scrolling %s', async (path, counts) => {
  const { context, urls } = await startPages(counts);
  /** Scrolls down by the wheel at an even speed, and watches each frame. */
  const scroll = async (url: string) => {
    const tab = await openSettled(context, url + path);
    await tab.page.evaluate(watchFrames, { row: ROW, places: PLACES });
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
    const empty = watched.filter(({ painted }) => painted === 0).length;
    const whole = watched.filter(({ painted }) => painted === PLACES).length;
    return {
      longest: Math.max(...frames),
      cpu: computed / frames.length,
      dropped: (100 * (shown - frames.length)) / shown,
      empty: (100 * empty) / watched.length,
      partly: (100 * (watched.length - empty - whole)) / watched.length,
    };
  };
  const visits = await alternate(RUNS, [urls.ours, urls.spa], scroll);
  const [ours, spa] = visits;
  const shares = {
    'frames dropped by the wheel': 'dropped',
    'frames without rows': 'empty',
    'frames partly without rows': 'partly',
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
 * Notes each frame while the page scrolls. Before the page hears of a new position, what it has painted for the last
 * one is compared with it: the browser may have shown just that.
 */
function watchFrames({ row, places }: { row: string; places: number }): void {
  const header = 120;
  const gap = 30;
  window.benchFrames = [];
  const isPainted = (y: number) =>
    [y, y + gap].some((at) => document.elementFromPoint(innerWidth / 2, at)?.closest(row));
  const look = () => {
    const step = (innerHeight - header - gap - 1) / (places - 1);
    const ys = Array.from({ length: places }, (_, index) => header + index * step);
    const painted = ys.filter(isPainted).length;
    window.benchFrames.push({ time: performance.now(), painted });
  };
  addEventListener('scroll', look, { capture: true });
}
