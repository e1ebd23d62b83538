import type { Page } from '@playwright/test';
import { condoNames, openCondos } from './support/screens';
import { expect, test } from './support/test';

/** After this an answer no longer counts as fresh, and coming back asks for it again. */
const FRESH_MS = 5_000;

test.beforeEach(({ api }) => api.clear());

/** Goes elsewhere, stays for `stay`, and comes back by the menu; the status of the list's call. */
async function comeBack(page: Page, stay: () => Promise<unknown>): Promise<number> {
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await stay();
  const answered = page.waitForResponse((response) => response.url().includes('condos.list'));
  await page.getByRole('link', { name: 'Building', exact: true }).first().click();
  return (await answered).status();
}

test('a list is sent again after a change only', async ({ page, api }) => {
  await api.createCondo({ name: 'Bellevue' });
  await page.clock.install();
  await openCondos(page);
  await expect(condoNames(page)).toHaveText(['Bellevue']);
  const wait = () => page.clock.fastForward(FRESH_MS + 500);

  expect(await comeBack(page, wait)).toBe(304);
  await expect(condoNames(page)).toHaveText(['Bellevue']);

  // Another process's change, as far as this page knows.
  const change = () => Promise.all([wait(), api.createCondo({ name: 'Alpenblick' })]);
  expect(await comeBack(page, change)).toBe(200);
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Bellevue']);
});
