import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { expectNoSidewaysScroll } from './screens';

declare global {
  interface Window {
    /** The axe library, in pages that have loaded it. */
    axe?: { run: (options: RunOptions) => Promise<AxeResults> };
  }
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Size {
  width: number;
  height: number;
}

type Theme = 'light' | 'dark';

export const PHONE: Size = { width: 390, height: 844 };
export const LARGE: Size = { width: 1440, height: 900 };
/** 1280 x 800 at a zoom of 200 %. */
const ZOOMED: Size = { width: 640, height: 400 };
/**
 * Sizes and themes that axe checks, the large screen last. AXE_SIZES=all checks every size in both
 * themes.
 */
const LOOKS: ReadonlyArray<readonly [Size, Theme]> =
  process.env.AXE_SIZES === 'all'
    ? [PHONE, ZOOMED, { width: 1024, height: 768 }, { width: 1920, height: 1080 }, LARGE].flatMap(
        (size) => [[size, 'light'] as const, [size, 'dark'] as const],
      )
    : [
        [PHONE, 'light'],
        [LARGE, 'dark'],
      ];

/** Axe on what is on the screen now, which is resized. Nothing makes it scroll sideways, at 200 % neither. */
export async function expectNoFindings(page: Page, looks = LOOKS): Promise<void> {
  if (looks === LOOKS) {
    await page.setViewportSize(ZOOMED);
    await expectNoSidewaysScroll(page);
  }
  for (const [size, theme] of looks) {
    await page.setViewportSize(size);
    await showTheme(page, theme);
    expect(await findViolations(page), `${size.width} px, ${theme}`).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
}

const EVERYTHING: RunOptions = {
  // Describing what is in order takes axe as long as looking for what is not.
  resultTypes: ['violations'],
  // Style sheets, which take a third of its time to read, serve a rule alone that is not on yet.
  preload: { assets: ['media'] },
};
/**
 * Returns axe's violations on the current screen, one text for each element. Afterwards nothing moves
 * on the page.
 */
export async function findViolations(page: Page): Promise<string[]> {
  // A toast may come or go in the meantime: at once, without a fade.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await finishAnimations(page);
  // Sending axe to the page takes longer than what it does there: once for each page that is loaded.
  const isThere = await page.evaluate(() => window.axe !== undefined);
  if (!isThere) await page.evaluate(readFileSync(AXE, 'utf8'));
  const violations = await page.evaluate(async (options) => {
    if (!window.axe) throw new Error('axe is not in the page');
    return (await window.axe.run(options)).violations;
  }, EVERYTHING);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  );
}

/** Expects no violations in either theme. The page stays in the light theme. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await showTheme(page, theme);
    expect(await findViolations(page), theme).toEqual([]);
  }
}

/** The theme of the system, which the page follows. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /dark/ : /^(?!.*dark)/);
}

/**
 * Waits until no animation has run for two frames, because colours in the middle of a fade have no
 * meaningful contrast. Two frames: an inherited colour fades level by level, each a frame after its
 * parent.
 */
async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let quiet = 0; quiet < 2; quiet += 1) {
      await new Promise(requestAnimationFrame);
      const running = document
        .getAnimations()
        .filter(
          ({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
        );
      if (running.length > 0) quiet = -1;
      await Promise.allSettled(running.map((animation) => animation.finished));
    }
  });
}
