import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** An element with this text, or an input with this value, which a page has to show. */
export interface Sight {
  selector: string;
  text: string;
}

/** Measurements of a step, taken until the page rests. */
export interface Step {
  /** Milliseconds from the press to the paint of the step's sights. */
  ms: number;
  /** True if a text or a bar said that something is loading. */
  hadLoading: boolean;
  /** Sum of the layout shifts, including those right after the press. */
  shift: number;
}

declare global {
  interface Window {
    benchFirstRow: Promise<number>;
    /** Resolves to the time at which something was painted, once it is there. */
    benchPainted(isThere: () => boolean): Promise<number>;
    benchFirstRowText(): string;
    benchStep: Promise<Step>;
  }
}

const SETTLE_MS = 4_000;
/** Selector of painted rows and cards. Hidden rows stand for those above the first one in sight. */
export const ROW = 'tbody tr:not([aria-hidden]), [role=listitem]';

/** Puts the stopwatch into every page of a context. It counts from the start of the navigation. */
export async function installStopwatch(context: BrowserContext): Promise<void> {
  await context.addInitScript((selector) => {
    window.benchFirstRowText = () => document.querySelector(selector)?.textContent ?? '';
    window.benchPainted = (isThere) =>
      new Promise((resolve) => {
        const observer = new MutationObserver(check);
        function check() {
          if (!isThere()) return;
          observer.disconnect();
          document.removeEventListener('focusin', check);
          // The task has priority over the work that a page leaves for the time after the paint.
          const options = { priority: 'user-blocking' } as const;
          requestAnimationFrame(() => {
            void scheduler.postTask(() => resolve(performance.now()), options);
          });
        }
        observer.observe(document, { childList: true, subtree: true, characterData: true });
        document.addEventListener('focusin', check);
        check();
      });
    window.benchFirstRow = window.benchPainted(() => window.benchFirstRowText() !== '');
  }, ROW);
}

export interface Tab {
  page: Page;
  session: CDPSession;
}

/** Opens a new tab of the browser, with a CPU that is several times slower. */
export async function openTab(context: BrowserContext, slower = 1): Promise<Tab> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return { page, session };
}

/** Opens an address in a new tab, and waits until everything has arrived that is loaded when it is idle. */
export async function openSettled(context: BrowserContext, url: string, slower?: number) {
  const tab = await openTab(context, slower);
  await timeToFirstRow(tab, url);
  await tab.page.waitForTimeout(SETTLE_MS);
  return tab;
}

/** Opens an address. Resolves to the milliseconds from the navigation's start to the first painted row. */
export async function timeToFirstRow({ page }: Tab, url: string): Promise<number> {
  // A page in the background paints once a second.
  await page.bringToFront();
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(() => window.benchFirstRow);
}

/** A click on the button whose text begins with this, or a text for the search box. */
export type Action = { click: string } | { type: string };

/** Resolves to the milliseconds until an action has changed the first row and it is painted. */
export async function timeToChangedRow({ page }: Tab, act: Action): Promise<number> {
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
      // As typing does, this bypasses the framework's setter.
      Reflect.set(HTMLInputElement.prototype, 'value', action.type, input);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
    }
    const painted = await window.benchPainted(
      () => !['', before].includes(window.benchFirstRowText()),
    );
    return painted - started;
  }, act);
}

/**
 * Takes a step from screen to screen: `act` presses something, and all `sights` have to be seen. Time counts
 * from the press until they are painted. The page is watched further while it rests.
 */
export async function timeStep(
  page: Page,
  act: () => Promise<unknown>,
  sights: readonly Sight[],
  restMs: number,
): Promise<Step> {
  await page.evaluate(watchStep, { sights, restMs });
  await act();
  return page.evaluate(() => window.benchStep);
}

/** Runs in the page. Waits for the press, for the sights that follow, and until the page rests. */
function watchStep({ sights, restMs }: { sights: readonly Sight[]; restMs: number }): void {
  const limitMs = 10_000;
  const isSeen = ({ selector, text }: Sight) =>
    [...document.querySelectorAll(selector)].some((element) =>
      (element instanceof HTMLInputElement ? element.value : element.textContent).includes(text),
    );
  const step = { hadLoading: false, shift: 0, isOver: false };
  /** Runs once per frame, whose contents at its beginning are painted. */
  function look() {
    if (step.isOver) return;
    step.hadLoading ||=
      document.querySelector('[role=progressbar]') !== null ||
      /\bLoading\b/.test(document.querySelector('main')?.textContent ?? '');
    requestAnimationFrame(look);
  }
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) step.shift += Number(entry.value);
  });
  const pressed = new Promise<number>((resolve) => {
    for (const type of ['click', 'keydown', 'input'])
      addEventListener(type, ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true });
  });
  const arrived = pressed.then(async (start) => {
    requestAnimationFrame(look);
    return (await window.benchPainted(() => sights.every(isSeen))) - start;
  });
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => {
      const missing = sights.filter((sight) => !isSeen(sight)).map(({ text }) => text);
      reject(new Error(`not seen: ${missing.join(', ')}`));
    }, limitMs);
  });
  observer.observe({ type: 'layout-shift' });
  window.benchStep = Promise.race([arrived, late])
    .then(async (ms) => {
      await new Promise((resolve) => setTimeout(resolve, restMs));
      return { ms, hadLoading: step.hadLoading, shift: step.shift };
    })
    .finally(() => {
      step.isOver = true;
      observer.disconnect();
    });
}

/** CPU time of the page's main thread so far, in milliseconds. */
export async function mainThreadMs({ session }: Tab): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN;
  return seconds * 1_000;
}
