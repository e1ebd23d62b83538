import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rules about colours: all that another theme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the screen as it is now, one text for each element. */
export async function findViolations(
  page: Page,
  what: 'everything' | 'colours' = 'everything',
): Promise<string[]> {
  // A toast may come or go in the meantime: at once, without a fade.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await finishAnimations(page);
  // Sending axe to the page takes longer than what it does there: once for each page that is loaded.
  const isThere = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .setLegacyMode()
    // Describing what is in order takes axe as long as looking for what is not.
    .options({ resultTypes: ['violations'] });
  if (what === 'colours') builder.withRules(COLOUR_RULES);
  const { violations } = await builder.analyze();
  await page.emulateMedia({ reducedMotion: null });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  );
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
