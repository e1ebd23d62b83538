import type { Locator, Page } from '@playwright/test';
import type { AdminApi } from './support/admin-api';
import { condoNames, query, rowOf, toast } from './support/screens';
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

  async click(control: Locator): Promise<void> {
    this.count += 1;
    await control.click();
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

test('thirty buildings that are chosen get a new canton with at most 12 keys, and the old one back with 1', async ({
  page,
  api,
}) => {
  await api.clear();
  const names = Array.from({ length: 30 }, (_, index) => `Block ${index + 1}`);
  for (const name of names) await api.createCondo({ name, state: 'Zug' });
  await page.goto('/condos');
  await expect(condoNames(page)).toHaveCount(30);
  await page.getByRole('checkbox', { name: 'Select all shown' }).focus();
  const keys = new CountedKeys(page);
  await keys.press('Space');
  await expect(page.getByRole('button', { name: 'Edit...' })).toBeVisible();
  await keys.press('e');
  const dialog = page.getByRole('dialog', { name: 'Edit 30 buildings' });
  await expect(dialog.getByLabel('Field')).toBeFocused();
  await keys.press('C', 'a', 'Tab');
  await expect(dialog.getByLabel('Canton')).toBeFocused();
  await keys.type('Bern');
  await keys.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Apply Changes' })).toBeFocused();
  await keys.press('Enter');
  await expect(toast(page, '30 buildings changed')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(keys.count).toBeLessThanOrEqual(12);
  await expect(rowOf(page, 'Block 30')).toContainText('Bern');

  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Restored')).toBeVisible();
  await expect(rowOf(page, 'Block 30')).toContainText('Zug');
});

test('fifteen postcodes of a list that somebody has sent take at most 60 keys', async ({
  page,
  api,
}) => {
  await api.clear();
  const names = Array.from({ length: 15 }, (_, index) => `Haus ${index + 1}`);
  for (const name of names) await api.createCondo({ name, zip_code: '8002' });
  const rows = names.map((name, index) => `${name};${3000 + index}`);
  const text = ['Gebäude;PLZ', ...rows].join('\r\n');
  await page.goto('/condos');
  await expect(condoNames(page)).toHaveCount(15);
  const keys = new CountedKeys(page);
  await keys.click(page.getByRole('link', { name: 'Bulk Operations' }));
  // To press the area, the file and "Open".
  const file = { name: 'plz.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('File').setInputFiles(file);
  keys.count += 3;
  await keys.click(page.getByRole('button', { name: 'Validate File' }));
  await expect(page.getByText(/^15 changed, 0 new, /)).toBeVisible();
  await keys.click(page.getByRole('button', { name: 'Apply Changes' }));
  await expect(page.getByText('15 buildings changed.')).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(60);
  const stored = await api.condos();
  const byName = new Map(stored.map(({ name, zip_code }) => [name, zip_code]));
  expect(names.map((name) => byName.get(name))).toEqual(
    names.map((_, index) => String(3000 + index)),
  );
});

test('twenty people are invited with at most 30 keys beside the paste, and back with 1', async ({
  page,
  context,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const condoId = await api.createCondo({ name: 'Alpenblick' });
  const lines: string[] = [];
  for (let unit = 1; unit <= 20; unit += 1) {
    await api.createApartment({ condo_id: condoId, apartment_number: `A${unit}` });
    lines.push(`Person ${unit} <person${unit}@example.com>\tA${unit}`);
  }
  await page.goto(`/condos/${condoId}`);
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'));
  const keys = new CountedKeys(page);
  await keys.click(page.getByRole('link', { name: 'Invite to this Building' }));
  await keys.click(page.getByLabel('Email Address'));
  await page.keyboard.press('Control+v');
  await expect(page.getByLabel('E-mail addresses')).toBeFocused();
  await keys.click(page.getByRole('button', { name: 'Preview' }));
  await expect(page.getByText('20 ready')).toBeVisible();
  await keys.click(page.getByRole('button', { name: 'Send 20 invitations' }));
  await expect(toast(page, '20 invitations sent')).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(30);
  const pending = () => invitedTo(api, condoId);
  expect(await pending()).toHaveLength(20);
  await page.keyboard.press('Control+z');
  await expect.poll(pending).toEqual([]);
});

/** The addresses that are invited to a building. */
async function invitedTo(api: AdminApi, condoId: number): Promise<string[]> {
  type Invited = ReadonlyArray<{ email: string; condo: { id: number } }>;
  const pending = await api.send<Invited>('GET', '/invitations?status=pending');
  return pending.filter(({ condo }) => condo.id === condoId).map(({ email }) => email);
}

test('two accounts of one person are merged with at most 15 keys, and apart again with 1', async ({
  page,
  api,
}) => {
  const add = (fields: object) => api.send<{ id: number }>('POST', '/users', fields);
  const anna = { first_name: 'Anna', last_name: 'Zwyssig' };
  const kept = await add({ ...anna, email: 'anna.zwyssig@example.com' });
  const closed = await add({ ...anna, email: 'zwyssig@example.com', phone: '044 1' });
  await page.goto(`/users/${kept.id}`);
  const keys = new CountedKeys(page);
  await keys.click(page.getByRole('button', { name: 'Merge with...' }));
  const dialog = page.getByRole('dialog', { name: 'Merge people' });
  await expect(dialog.getByRole('combobox', { name: 'Person' })).toBeFocused();
  await keys.type('zwys');
  await expect(page.getByRole('option', { name: /^Anna Zwyssig/ })).toBeVisible();
  await keys.press('Enter');
  await expect(dialog.getByText(/^The account of Anna Zwyssig/)).toBeVisible();
  await keys.click(dialog.getByRole('button', { name: 'Merge', exact: true }));
  await expect(dialog).toBeHidden();
  expect(keys.count).toBeLessThanOrEqual(15);
  const account = () => api.send<Record<string, unknown>>('GET', `/users/${closed.id}`);
  expect(await account()).toMatchObject({ merged_into: kept.id, is_active: false });
  await page.keyboard.press('Control+z');
  await expect.poll(account).toMatchObject({ merged_into: null, is_active: true });
});

test('the link of a saved view is on the clipboard with at most 3 presses, and leads a colleague there', async ({
  page,
  context,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const search = new URLSearchParams({ search: 'Seefeld' });
  const view = { name: 'Seefeld', path: '/condos', search: String(search) };
  await api.send('POST', '/saved-views', { ...view, is_starred: false, is_shared: false });
  await page.goto('/condos');
  const keys = new CountedKeys(page);
  await keys.click(page.getByRole('button', { name: 'Views' }));
  const saved = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Seefeld' });
  await keys.click(saved.getByRole('button', { name: 'Copy link' }));
  // Outside of the dialog, by which the region of toasts is hidden from roles.
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(3);
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(page.getByRole('heading', { name: 'Building Management' })).toBeVisible();
  expect(query(page)).toEqual({ search: 'Seefeld' });
});
