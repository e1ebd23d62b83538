import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** What runs inside the page. `rows` are the painted rows of a table, or cards. */
declare global {
  interface Window {
    benchFirstRow?: Promise<number>;
    benchPainted(changedFrom: string | null): Promise<number>;
    benchFirstRowText(): string;
  }
}

/** An empty row may stand for those above the first one in sight. */
const FIRST_ROW = 'tbody tr:not([aria-hidden]), [role=listitem]';

/** Puts the stop watch into every page of a context: it counts from the start of the navigation, to the paint after. */
export async function installStopwatch(context: BrowserContext): Promise<void> {
  await context.addInitScript((selector) => {
    window.benchFirstRowText = () => document.querySelector(selector)?.textContent ?? '';
    window.benchPainted = (changedFrom) =>
      new Promise((resolve) => {
        const observer = new MutationObserver(check);
        function check() {
          const text = window.benchFirstRowText();
          if (text === '' || text === changedFrom) return;
          observer.disconnect();
          // Not behind what a page leaves for the time after the paint.
          requestAnimationFrame(
            () =>
              void scheduler.postTask(() => resolve(performance.now()), {
                priority: 'user-blocking',
              }),
          );
        }
        observer.observe(document, { childList: true, subtree: true, characterData: true });
        check();
      });
    window.benchFirstRow = window.benchPainted(null);
  }, FIRST_ROW);
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
      const input = document.querySelector('input[type=search]');
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

/** What the page's main thread has computed so far, in milliseconds of CPU; the session has `Performance` enabled. */
export async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN;
  return seconds * 1_000;
}
