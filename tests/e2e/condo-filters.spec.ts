import type { Locator, Page } from '@playwright/test';
import { condoNames, query, search } from './support/screens';
import { expect, test } from './support/test';

test.beforeEach(async ({ api }) => {
  await api.clear();
  for (const name of ['Bellevue', 'alpenblick', 'Château']) await api.createCondo({ name });
});

const LETTER_MS = 100;
const PAUSE_MS = 300;

/** Types at a person's pace by the page's own clock, however slow the machine is. */
async function typeLetters(page: Page, input: Locator, text: string): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 10_000);
  for (const letter of text) {
    await input.pressSequentially(letter);
    await page.clock.runFor(LETTER_MS);
  }
  await page.clock.runFor(PAUSE_MS);
  await page.clock.resume();
}

test('Back undoes a filter, not a letter; Forward brings it again', async ({ page }) => {
  await page.clock.install();
  const country = page.getByLabel('Country', { exact: true });
  await page.goto('/dashboard');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Building' })
    .click();
  await expect(condoNames(page)).toHaveCount(3);
  await typeLetters(page, search(page), 'bellevue');
  await expect(condoNames(page)).toHaveText(['Bellevue']);
  await typeLetters(page, country, 'Switz');
  await expect.poll(() => query(page)).toEqual({ search: 'bellevue', country: 'Switz' });
  await page.goBack();
  await expect.poll(() => query(page)).toEqual({ search: 'bellevue' });
  await expect(country).toHaveValue('');
  await expect(search(page)).toHaveValue('bellevue');
  await page.goBack();
  await expect.poll(() => query(page)).toEqual({});
  await expect(search(page)).toHaveValue('');
  await expect(condoNames(page)).toHaveCount(3);
  await page.goForward();
  await expect(condoNames(page)).toHaveText(['Bellevue']);
  await page.goBack();
  await page.goBack();
  await page.waitForURL('/dashboard');
});
