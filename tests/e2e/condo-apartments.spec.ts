import { rowOf } from './support/screens';
import { expect, test } from './support/test';

let condoId = 0;

test.beforeEach(async ({ page, api }) => {
  await api.clear();
  condoId = await api.createCondo({ name: 'Bellevue' });
  await page.goto(`/condos/${condoId}`);
  await expect(page.getByRole('heading', { name: 'Bellevue' })).toBeVisible();
});

test('a long list has its rows in sight while a form is open above it', async ({ page, api }) => {
  for (let number = 1; number <= 120; number += 1)
    await api.createApartment({ condo_id: condoId, apartment_number: String(number) });
  await page.reload();
  await expect(rowOf(page, '1')).toBeVisible();
  await page.getByRole('button', { name: 'Add Apartment' }).click();
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
  await expect(rowOf(page, '301')).toBeVisible();
  expect((await rowOf(page, '301').boundingBox())?.y).toBeLessThanOrEqual(520);
  const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  await expect(links).toHaveText(['Apartments 1', 'People 0', 'History']);
  await links.filter({ hasText: 'History' }).press('Enter');
  await expect(page.locator('#history')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'History' })).toBeFocused();
});

test('the order of the apartments is in the address, and Back undoes it', async ({ page, api }) => {
  for (const apartment_number of ['10', '9', '2'])
    await api.createApartment({ condo_id: condoId, apartment_number });
  await page.reload();
  const numbers = page
    .getByRole('table', { name: 'Apartments in this building' })
    .locator('tbody tr td:first-child');
  await expect(numbers).toHaveText(['2', '9', '10']);
  await page.getByRole('columnheader', { name: 'Number' }).getByRole('button').click();
  await expect(numbers).toHaveText(['10', '9', '2']);
  await expect(page).toHaveURL(`/condos/${condoId}?sort_order=desc`);
  await page.reload();
  await expect(numbers).toHaveText(['10', '9', '2']);
  await page.goBack();
  await expect(numbers).toHaveText(['2', '9', '10']);
});

test('an invitation from a building comes back to it, with an Undo', async ({ page }) => {
  await page.getByRole('link', { name: 'Invite to this Building' }).click();
  await expect(page.getByRole('combobox', { name: 'Building' })).toHaveValue('Bellevue');
  await page.getByLabel('Email Address').fill('back@example.com');
  await page.getByLabel('User Role').selectOption('building_manager');
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(`/condos/${condoId}`);
  const pending = page.getByRole('list', { name: 'Pending invitations' });
  await expect(pending).toContainText('back@example.com');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(pending).toHaveCount(0);
});
