import type { Page } from '@playwright/test';
import { failedRequest } from './support/console-guard';
import { CHIEF, expect, test } from './support/external-test';
import { openCondos, signIn, storedItem } from './support/screens';

// The longest file that comes last: both workers are at it to the end.
test.describe.configure({ mode: 'parallel' });

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const restore = (page: Page) => page.getByRole('button', { name: 'Restore unsaved changes' });
const sidebar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

/** Returns the drafts of forms that this tab has stored. */
const drafts = (page: Page) =>
  page.evaluate(() =>
    Object.keys(sessionStorage)
      .filter((item) => item.startsWith('drafts:'))
      .map((item) => sessionStorage.getItem(item)),
  );

test('Back, Logout and closing the tab ask too', async ({ page }) => {
  await openCondos(page);
  await page.getByRole('link', { name: 'Add New Building' }).click();
  // The list has a filter of the same name.
  await page.getByRole('heading', { name: 'Create New Building' }).waitFor();
  await page.getByLabel('Canton', { exact: true }).fill('VD');
  await page.goBack();
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(/\/condos\/create$/);
  await press(page, 'Logout');
  await question(page).getByRole('button', { name: 'Stay' }).click();
  expect(await storedItem(page, 'access_token')).not.toBeNull();
  await expect(page.getByLabel('Canton', { exact: true })).toHaveValue('VD');
  const closing = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const browserQuestion = await closing;
  expect(browserQuestion.type()).toBe('beforeunload');
  await browserQuestion.dismiss();
  await press(page, 'Logout');
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('/login');
  expect(await storedItem(page, 'access_token')).toBeNull();
});

test.describe('a 401 in the middle of a form', () => {
  test.beforeEach(({ browserGuard }) => browserGuard.expect(failedRequest(401)));
  test('the form of a row opens again after signing in, and offers what was typed', async ({
    page,
    external,
  }) => {
    const number = page.getByLabel('Apartment Number', { exact: true });
    await page.goto('/condos/41');
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await number.fill('Typed');
    external.expireTokens();
    await press(page, 'Update Apartment');
    await page.waitForURL(/\/login\?redirect=/);
    external.heal();
    await signIn(page, CHIEF.username, CHIEF.password);
    await restore(page).click();
    await expect(number).toHaveValue('Typed');
    await sidebar(page, 'Dashboard');
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('/dashboard');
    expect(await drafts(page)).toEqual([]);
  });
});
