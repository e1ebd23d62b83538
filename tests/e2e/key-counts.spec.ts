import type { Page } from '@playwright/test';
import { condoNames, rowOf, toast } from './support/screens';
import { expect, test } from './support/test';

// How many keys and clicks the daily tasks take.

/** Types and presses like a person, and counts: a letter is one key, a shortcut is one. */
class CountedKeys {
  count = 0;

  constructor(private readonly page: Page) {}

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.count += 1;
      await this.page.keyboard.press(key);
    }
  }

  type(text: string): Promise<void> {
    return this.press(...Array.from(text));
  }
}

test('ten apartments with six values each take at most 75 keys', async ({ page, api }) => {
  await api.clear();
  const condoId = await api.createCondo({ name: 'Alpenblick' });
  await page.goto(`/condos/${condoId}`);
  const add = page.getByRole('button', { name: 'Add Apartment' });
  await add.focus();
  const keys = new CountedKeys(page);
  await keys.press('Enter');
  const number = page.getByLabel('Apartment Number');
  await expect(number).toBeFocused();
  await keys.type('K1');
  for (const value of ['2', '3,5', '1', '82,5']) {
    await keys.press('Tab');
    await keys.type(value);
  }
  await keys.press('Tab');
  for (let unit = 1; unit <= 10; unit += 1) {
    // Floor, rooms, bathrooms and square metres stay, and the number counts on; what differs comes first.
    if (unit > 1) {
      await expect(number).toHaveValue(`K${unit}`);
      await expect(number).toBeFocused();
      await keys.press('Tab', 'Tab');
    }
    await keys.type(String(unit));
    await keys.press(unit < 10 ? 'Control+Enter' : 'Enter');
  }
  // The tenth spot was added by Enter alone; Ctrl+Enter does both at once.
  await keys.press('Control+Enter');
  await expect(page.getByRole('cell', { name: 'K10', exact: true })).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(75);
  const made = await api.apartments(condoId);
  expect(made).toHaveLength(10);
  for (const apartment of made) {
    expect(apartment).toMatchObject({ floor_number: 2, bedrooms: 3.5, bathrooms: 1, sqmt: 82.5 });
    expect(apartment.parking_spot_number).toMatch(/^\d+$/);
  }
});

test('a building is opened from its list with 5 keys, the first row with 2; a deletion is undone with 1', async ({
  page,
  api,
}) => {
  await api.clear();
  await api.createCondo({ name: 'Alpenblick' });
  await api.createCondo({ name: 'Bellevue' });
  await page.goto('/condos');
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Bellevue']);
  const keys = new CountedKeys(page);
  await keys.press('/');
  await expect(page.getByLabel('Search', { exact: true })).toBeFocused();
  await keys.type('bel');
  await expect(condoNames(page)).toHaveText(['Bellevue']);
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Bellevue' })).toBeVisible();
  expect(keys.count).toBe(5);

  await page.goto('/condos');
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Bellevue']);
  await keys.press('j');
  await expect(page.getByRole('link', { name: 'Alpenblick', exact: true })).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Alpenblick' })).toBeVisible();
  expect(keys.count).toBe(5 + 2);

  await page.goto('/condos');
  await rowOf(page, 'Alpenblick').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page, 'Building deleted')).toBeVisible();
  await keys.press('Control+z');
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Bellevue']);
  expect(keys.count).toBe(5 + 2 + 1);
});

test('buildings that are chosen get a new canton with at most 12 keys beside it, and the old ones back with 1', async ({
  page,
  api,
}) => {
  await api.clear();
  const names = Array.from({ length: 30 }, (_, index) => `Block ${index + 1}`);
  for (const name of names) await api.createCondo({ name, state: 'Zug' });
  await page.goto('/condos');
  await expect(condoNames(page)).toHaveCount(30);
  const all = page.getByRole('checkbox', { name: 'Select all shown' });
  await all.focus();
  const keys = new CountedKeys(page);
  await keys.press('Space');
  await expect(page.getByText('30 selected')).toBeVisible();
  await keys.press('Enter', 'Tab');
  await expect(page.getByRole('button', { name: 'Edit...' })).toBeFocused();
  await keys.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit 30 buildings' });
  await expect(dialog.getByLabel('Field')).toBeFocused();
  await keys.press('C', 'a', 'Tab');
  await expect(dialog.getByLabel('Canton')).toBeFocused();
  await page.keyboard.type('Bern');
  await keys.press('Enter');
  const apply = dialog.getByRole('button', { name: 'Apply Changes' });
  await expect(apply).toBeFocused();
  await keys.press('Enter');
  await expect(toast(page, '30 buildings changed')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(keys.count).toBeLessThanOrEqual(12);
  await expect(rowOf(page, 'Block 30')).toContainText('Bern');

  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Restored')).toBeVisible();
  await expect(rowOf(page, 'Block 30')).toContainText('Zug');
});
