import type { Page } from '@playwright/test';
import { expect, test } from './support/external-test';
import { condoNames, openCondos } from './support/screens';

// docs/behaviour/errors.md: code that is loaded with its screen or dialog and cannot be.

const ASSETS = '**/assets/*.js';
const USERS_HEADING = { name: 'Users Management' };

test.beforeEach(({ browserGuard }) =>
  browserGuard.expect(
    /net::ERR_(?:INTERNET_DISCONNECTED|FAILED)/,
    /the server responded with a status of (?:404|502)/,
    /MissingCodeError/,
  ),
);

/**
 * Acts as if a new version were deployed: the files of the page's version are not found until the page
 * is loaded again.
 */
async function deploy(page: Page): Promise<void> {
  await page.route(ASSETS, (route) => route.fulfill({ status: 404 }));
  page.on('request', (request) => {
    if (request.isNavigationRequest()) void page.unroute(ASSETS);
  });
}

/** Marks the page as it is loaded now. Returns a function that is true until the page is loaded again. */
async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => (document.body.dataset.marked = ''));
  return () => page.evaluate(() => document.body.dataset.marked !== undefined);
}

test('offline: the shell stays, and Retry loads the screen', async ({ page, context }) => {
  await openCondos(page);
  await expect(condoNames(page)).toHaveCount(3);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Users' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toHaveText('Network error');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await main.getByRole('button', { name: 'Retry' }).click();
  await expect(main.getByRole('alert')).toHaveText('Network error');
  await context.setOffline(false);
  await main.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', USERS_HEADING)).toBeVisible();
  await expect(page).toHaveURL('/users');
});

test('a failed save says so where the dialog for it cannot be loaded', async ({
  page,
  external,
}) => {
  await page.route(/\/assets\/(?:message-window|toast-list)-/, (route) => route.abort());
  external.break('createApartment', { kind: 'cut' });
  await page.goto('/condos/41');
  await page.getByRole('button', { name: 'Add Apartment' }).click();
  await page.getByLabel('Apartment Number').fill('OFF0');
  await page.getByRole('checkbox', { name: 'None' }).check();
  await page.getByRole('button', { name: 'Create Apartment', exact: true }).click();
  const message = page.getByRole('alert').filter({ hasText: 'Failed to add apartment' });
  await expect(message).toBeVisible();
  await message.getByRole('button', { name: 'OK' }).click();
  await expect(message).toBeHidden();
  await expect(page.getByLabel('Apartment Number')).toHaveValue('OFF0');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const question = page.getByRole('alert').filter({ hasText: 'Leave without saving?' });
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(page).toHaveURL('/condos/41');
});

test('a toast whose list cannot be loaded is a plain message', async ({ page }) => {
  await page.route(/\/assets\/(?:message-window|toast-list)-/, (route) => route.abort());
  await openCondos(page);
  await page.getByRole('button', { name: 'Delete' }).first().click();
  const question = page.getByRole('alert').filter({ hasText: 'Delete Building' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Building deleted' })).toBeVisible();
});

const FAILURE = 'This part of the page could not be loaded. Check your connection and try again.';

test('a dialog that cannot be loaded says so, loses no form, and opens by Retry', async ({
  page,
}) => {
  const code = /\/assets\/date-popover-/;
  await page.route(code, (route) => route.abort());
  await page.goto('/condos/create');
  await page.getByLabel('Zip Code').fill('3011');
  const opener = page.getByRole('button', { name: 'Open calendar' });
  await opener.click();
  await expect(page.getByRole('alert')).toHaveText(FAILURE);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toHaveText(FAILURE);
  await page.unroute(code);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await expect(page.getByLabel('Zip Code')).toHaveValue('3011');
});

test('after an update a dialog says so, and Retry loads the new version', async ({ page }) => {
  await openCondos(page);
  await expect(condoNames(page)).toHaveCount(3);
  const isSamePage = await markPage(page);
  await deploy(page);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This part of the page could not be loaded. Condo Admin has been updated: reload the page.',
  );
  const reloaded = page.waitForEvent('domcontentloaded');
  await page.getByRole('button', { name: 'Retry' }).click();
  await reloaded;
  await expect(condoNames(page)).toHaveCount(3);
  expect(await isSamePage()).toBe(false);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog', { name: 'Export Buildings' })).toBeVisible();
});

test('after an update an old tab loads the new version with the next screen', async ({ page }) => {
  await openCondos(page);
  await expect(condoNames(page)).toHaveCount(3);
  const isSamePage = await markPage(page);
  await deploy(page);
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', USERS_HEADING)).toBeVisible();
  expect(await isSamePage()).toBe(false);
});

test('after an update unsaved changes stay until someone leaves them', async ({ page }) => {
  await page.goto('/condos/create');
  await page.getByLabel('Zip Code').fill('3011');
  const isSamePage = await markPage(page);
  await deploy(page);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Zip Code')).toHaveValue('3011');
  expect(await isSamePage()).toBe(true);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', USERS_HEADING)).toBeVisible();
  expect(await isSamePage()).toBe(false);
});
