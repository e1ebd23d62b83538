import type { BrowserContext, Page } from '@playwright/test';
import { median } from './statistics';

/** What runs inside the page. `rows` are the painted rows of a table, or cards. */
declare global {
  interface Window {
    benchFirstRow?: Promise<number>;
    benchPainted(changedFrom: string | null): Promise<number>;
    benchFirstRowText(): string;
  }
}

/** Puts the stop watch into every page of a context: it counts from the start of the navigation, to the paint after. */
export async function installStopwatch(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // An empty row may stand for those above the first one in sight.
    window.benchFirstRowText = () =>
      document.querySelector('tbody tr:not([aria-hidden]), [role=listitem]')?.textContent ?? '';
    window.benchPainted = (changedFrom) =>
      new Promise((resolve) => {
        const observer = new MutationObserver(check);
        function check() {
          const text = window.benchFirstRowText();
          if (text === '' || text === changedFrom) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
        }
        observer.observe(document, { childList: true, subtree: true, characterData: true });
        check();
      });
    window.benchFirstRow = window.benchPainted(null);
  });
}

/** Opens an address; milliseconds from the start of the navigation to the first painted row. */
export async function timeToFirstRow(page: Page, url: string): Promise<number> {
  // A page in the background paints once a second.
  await page.bringToFront();
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(() => window.benchFirstRow ?? Promise.reject(new Error('no stop watch')));
}

/** A click on a button by the start of its text, or a text for the search box. */
export type Action = { click: string } | { type: string };

/** Does something in the page; milliseconds until the first row has changed and is painted. */
export async function timeToChangedRow(page: Page, act: Action): Promise<number> {
  await page.bringToFront();
  return page.evaluate(async (action) => {
    const before = window.benchFirstRowText();
    const started = performance.now();
    if ('click' in action) {
      const button = [...document.querySelectorAll('button')].find((candidate) =>
        candidate.textContent.trim().startsWith(action.click),
      );
      if (!button) throw new Error(`no button ${action.click}`);
      button.click();
    } else {
      const input = document.querySelector('input[type=search], #search');
      if (!(input instanceof HTMLInputElement)) throw new Error('no search box');
      // Past the framework's own setter, as typing does.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
        input,
        action.type,
      );
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    return (await window.benchPainted(before)) - started;
  }, act);
}

const SETTLE_MS = 2_000;
const SCROLL_RUNS = 3;
const SCROLL_STEPS = 120;

/** Scrolls a settled page from top to bottom in large steps; the longest frame in milliseconds, a median. */
export async function longestScrollFrame(page: Page): Promise<number> {
  await page.waitForTimeout(SETTLE_MS);
  const frames: number[] = [];
  for (let run = 0; run < SCROLL_RUNS; run += 1) frames.push(await scrollOnce(page));
  return median(frames);
}

async function scrollOnce(page: Page): Promise<number> {
  await page.bringToFront();
  return page.evaluate(async (count) => {
    scrollTo(0, 0);
    const target = document.documentElement;
    const step = (target.scrollHeight - target.clientHeight) / count;
    let longest = 0;
    let last = performance.now();
    for (let index = 0; index < count; index += 1) {
      target.scrollTop += step;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      if (index > 2) longest = Math.max(longest, now - last);
      last = now;
    }
    return longest;
  }, SCROLL_STEPS);
}
