import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

declare global {
  interface Window {
    /** In pages that axe was brought to. */
    axe?: { run: (options: RunOptions) => Promise<AxeResults> };
  }
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const EVERYTHING: RunOptions = {
  // Describing what is in order takes axe as long as looking for what is not.
  resultTypes: ['violations'],
  // Style sheets, which take a third of its time to read, serve a rule alone that is not on yet.
  preload: { assets: ['media'] },
};
/** What axe finds on the screen as it is now, one text for each element. From then on nothing moves on the page. */
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

/** Neither theme has anything that axe finds; the page is left in the light one. */
export async function expectNoViolations(page: Page, where = ''): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await showTheme(page, theme);
    expect(await findViolations(page), `${where} ${theme}`).toEqual([]);
  }
}

/** The theme of the system, which the page follows. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /dark/ : /^(?!.*dark)/);
}

/**
 * Colours in the middle of a fade have no meaningful contrast. An inherited colour fades level by level, each a frame after the
 * one above, so that nothing runs is to hold for two frames.
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
