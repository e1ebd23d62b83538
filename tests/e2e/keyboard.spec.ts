import type { Locator, Page } from '@playwright/test';
import { failedRequest } from './support/console-guard';
import { ADMIN } from './support/server-process';
import { condoNames, rowOf, toast } from './support/screens';
import { expect, test } from './support/test';

// A whole round without the mouse.

const MAX_STEPS = 60;

/**
 * Presses Tab until the element has the focus. Fails if Tab does not reach the element, or if its focus
 * cannot be seen.
 */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await hasFocus(target)) {
      const outline = await target.evaluate((element) => {
        const { outlineStyle, boxShadow, borderColor } = getComputedStyle(element);
        return { outlineStyle, boxShadow, borderColor };
      });
      expect(
        outline.outlineStyle !== 'none' || outline.boxShadow !== 'none',
        'focus is visible',
      ).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} cannot be reached with Tab`);
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluateAll((elements) =>
    elements.some((element) => element === document.activeElement),
  );
}

test.use({ signedIn: false });
test.beforeEach(({ api }) => api.clear());

test('signing in, creating, sorting, editing and deleting by keyboard alone', async ({
  page,
  api,
  browserGuard,
}) => {
  test.slow();
  // On a slow machine the focus rests on a building's link, which loads the building, until it is deleted.
  browserGuard.expect(failedRequest(404));
  await api.createCondo({ name: 'Alpenblick' });
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(ADMIN.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('/dashboard');

  const nav = page.getByRole('navigation', { name: 'Main' });
  await tabTo(page, nav.getByRole('link', { name: 'Building' }));
  await page.keyboard.press('Enter');
  await expect(condoNames(page)).toHaveText(['Alpenblick']);

  await tabTo(page, page.getByRole('link', { name: 'Add New Building' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Create New Building' })).toBeVisible();
  for (const label of [
    'Building Name or First Line of the Address',
    'Address',
    'City/Town/Commune',
    'Canton',
    'Zip Code',
    'Country',
  ]) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type('Bellevue');
  }
  // The calendar: opened, a day chosen, closed, the focus back.
  await tabTo(page, page.getByRole('button', { name: 'Open calendar' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel('Date Built')).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await expect(page.getByRole('button', { name: 'Open calendar' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Create Building' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('/condos');
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Bellevue']);

  await tabTo(page, page.getByRole('button', { name: 'Name', exact: true }));
  await page.keyboard.press('Space');
  await expect(condoNames(page)).toHaveText(['Bellevue', 'Alpenblick']);
  await expect(page.getByRole('button', { name: 'Name', exact: true })).toBeFocused();

  const row = rowOf(page, 'Bellevue');
  await tabTo(page, row.getByRole('link', { name: 'View' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Bellevue' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Add Apartment' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Apartment Number')).toBeFocused();
  await page.keyboard.type('1A');
  await tabTo(page, page.getByLabel('Parking Spots', { exact: true }));
  await page.keyboard.type('P1');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Create Apartment' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: 'P1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Apartment' })).toBeFocused();

  await page.goBack();
  await tabTo(page, row.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete Building' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // The focus stays inside.
  for (let step = 0; step < 3; step += 1) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row.getByRole('button', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Building deleted')).toBeVisible();
  await expect(condoNames(page)).toHaveText(['Alpenblick']);
  // The focus is somewhere on the page, not lost with its row.
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

  await page.waitForLoadState('networkidle');
  await tabTo(page, page.getByRole('button', { name: 'Logout' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('/login');
});
