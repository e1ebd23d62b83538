import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/test';

let condoId = 0;

test.beforeEach(async ({ page, api }) => {
  await api.clear();
  condoId = await api.createCondo({ name: 'Bellevue' });
  await page.goto(`/condos/${condoId}`);
  await expect(page.getByRole('heading', { name: 'Bellevue' })).toBeVisible();
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const spots = (page: Page) =>
  page.getByRole('list', { name: 'Parking spots' }).getByRole('listitem');
const addToggle = (page: Page) => page.getByRole('button', { name: 'Add Apartment' });
const submit = (page: Page) => page.getByRole('button', { name: /^(Create|Update) Apartment$/ });
const row = (page: Page, number: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: number, exact: true }) });

test('adding: fields, parking spots, the row, the record', async ({ page, api }) => {
  await addToggle(page).click();
  await expect(page.getByRole('button', { name: 'Cancel' }).first()).toBeVisible();
  await field(page, 'Apartment Number').fill(' 12 B ');
  await field(page, 'Floor Number').fill('3');
  await field(page, 'Rooms').fill('3.5');
  await field(page, 'Bathrooms').fill('1.5');
  await field(page, 'Square Meters (Sqmt)').fill('82.25');
  await expect(field(page, 'None')).toBeChecked();
  await field(page, 'Parking Spots').fill('  P1 ');
  await field(page, 'Parking Spots').press('Enter');
  await expect(field(page, 'None')).not.toBeChecked();
  await field(page, 'Parking Spots').fill('P1');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await field(page, 'Parking Spots').fill('   ');
  await field(page, 'Parking Spots').press('Enter');
  await field(page, 'Parking Spots').fill('P2');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(spots(page)).toHaveText(['P1', 'P2']);
  await field(page, 'Notes').fill('Corner');
  await submit(page).click();
  await expect(submit(page)).toBeHidden();
  await expect(row(page, '12 B').getByRole('cell')).toHaveText([
    '12 B',
    '3',
    '3.5',
    '1.5',
    'P1,P2',
    '82.25',
    'Corner',
    /Edit\s*Delete/,
  ]);
  expect(await api.apartments(condoId)).toMatchObject([
    {
      condo_id: condoId,
      apartment_number: '12 B',
      floor_number: 3,
      bedrooms: 3.5,
      bathrooms: 1.5,
      sqmt: 82.25,
      parking_spot_number: 'P1,P2',
      notes: 'Corner',
    },
  ]);
});

test('a long list has its rows in sight while a form is open above it', async ({ page, api }) => {
  for (let number = 1; number <= 120; number += 1)
    await api.createApartment({ condo_id: condoId, apartment_number: String(number) });
  await page.reload();
  await expect(row(page, '1')).toBeVisible();
  await addToggle(page).click();
  await expect(page.getByRole('heading', { name: 'New Apartment' })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 3_000));
  const isRowAt = (y: number) =>
    page.evaluate(
      (at) => Boolean(document.elementFromPoint(innerWidth / 2, at)?.closest('[aria-rowindex]')),
      y,
    );
  await expect.poll(async () => [await isRowAt(200), await isRowAt(700)]).toEqual([true, true]);
});

test('the first apartment is high on the page, and links with counts lead further down', async ({
  page,
  api,
}) => {
  const id = await api.createCondo({
    name: 'Seeblick',
    address: 'c/o Verwaltung\nSeestrasse 7',
    description: 'Caretaker on site.\nBicycle room in the basement.',
  });
  await api.createApartment({ condo_id: id, apartment_number: '301' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/condos/${id}`);
  await expect(page.getByRole('button', { name: 'Update Building Information' })).toBeVisible();
  await expect(row(page, '301')).toBeVisible();
  expect((await row(page, '301').boundingBox())?.y).toBeLessThanOrEqual(520);
  const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  await expect(links).toHaveText(['Apartments 1', 'People 0', 'History']);
  await links.filter({ hasText: 'History' }).press('Enter');
  await expect(page.locator('#history')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'History' })).toBeFocused();
});
