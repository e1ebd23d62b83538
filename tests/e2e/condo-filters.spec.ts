import type { Locator, Page } from '@playwright/test';
import { clearAll, condoNames, createThree, openCondos, query, search } from './support/screens';
import { expect, test } from './support/test';

/** Texts that mean something to an address or a page; tests/unit/search-params.test.ts takes any. */
const AWKWARD = ['01003', 'a&b=c', '100%', 'a+b c', '<script>alert(1)</script>'];

test.beforeEach(({ api }) => api.clear());

const filter = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('Clear All Filters keeps the sort', async ({ page, api }) => {
  await createThree({ api });
  await openCondos(page, '?search=bell&city=z&sort_by=id&sort_order=desc');
  await expect(condoNames(page)).toHaveText(['Bellevue']);
  await clearAll(page).click();
  await expect(condoNames(page)).toHaveCount(3);
  expect(query(page)).toEqual({ sort_by: 'id', sort_order: 'desc' });
});

test('awkward texts stay as they are from the input to the URL', async ({ page, api }) => {
  for (const text of AWKWARD) await api.createCondo({ name: `x${text}x`, city: text });
  await openCondos(page);
  for (const text of AWKWARD) {
    await search(page).fill(text);
    await filter(page, 'City/Town/Commune').fill(text);
    await filter(page, 'City/Town/Commune').press('Enter');
    await expect.poll(() => query(page), { intervals: [10] }).toEqual({ search: text, city: text });
    await expect(condoNames(page).filter({ hasText: `x${text}x` })).toHaveCount(1);
  }
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

test('Back undoes a filter, not a letter; Forward brings it again', async ({ page, api }) => {
  await createThree({ api });
  await page.clock.install();
  await page.goto('/dashboard');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Building' })
    .click();
  await expect(condoNames(page)).toHaveCount(3);
  await typeLetters(page, search(page), 'bellevue');
  await expect(condoNames(page)).toHaveText(['Bellevue']);
  await typeLetters(page, filter(page, 'Country'), 'Switz');
  await expect.poll(() => query(page)).toEqual({ search: 'bellevue', country: 'Switz' });
  await page.goBack();
  await expect.poll(() => query(page)).toEqual({ search: 'bellevue' });
  await expect(filter(page, 'Country')).toHaveValue('');
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
