import type { Page } from '@playwright/test';
import { condoNames, rowOf, expectNoSidewaysScroll } from './support/screens';
import { expect, test } from './support/test';

// docs/behaviour/lists.md, "Rows": what a phone shows, held in a hand.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test.beforeEach(async ({ api }) => {
  await api.clear();
  await api.createCondo({ name: 'Alpenblick', city: 'Thun' });
  await api.createCondo({ name: 'Bellevue', city: 'Bern' });
});

test('the rows of a list are at most 88 px: still a table, with its sorting and a menu for each row', async ({
  page,
}) => {
  await page.goto('/condos');
  const table = page.getByRole('table', { name: 'Buildings' });
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Bellevue']);
  const row = rowOf(page, 'Bellevue');
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(88);
  await expect(row.getByText('Bern, Zürich')).toBeVisible();
  await expect(row.getByRole('checkbox', { name: 'Select Bellevue' })).toBeVisible();
  const menu = row.getByRole('button', { name: 'Actions' });
  await expect(menu).toBeInViewport({ ratio: 1 });
  await menu.tap();
  await expect(page.getByRole('menuitem')).toHaveText(['View', 'Delete']);
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  await expect(page.getByRole('dialog')).toContainText('Bellevue');
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await expect(menu).toBeFocused();
  const name = table.getByRole('columnheader', { name: 'Name' });
  await expect(name).toHaveAttribute('aria-sort', 'ascending');
  await name.getByRole('button').tap();
  await expect(condoNames(page)).toHaveText(['Bellevue', 'Alpenblick']);
  await table.getByRole('columnheader', { name: 'ID' }).getByRole('button').tap();
  await expect(page).toHaveURL(/sort_by=id/);
  const region = page.getByRole('region', { name: 'Buildings' });
  await expectNoSidewaysScroll(page, region);
});

test('the rows of a long list are equally high and hold what they show', async ({ page, api }) => {
  for (let number = 1; number <= 120; number += 1)
    await api.createCondo({ name: `Haus ${String(number).padStart(3, '0')}` });
  await page.goto('/condos');
  await expect(page.getByText('122 buildings')).toBeVisible();
  const last = rowOf(page, 'Haus 120');
  await expect(async () => {
    await page.mouse.wheel(0, 5_000);
    await expect(last.getByRole('button', { name: 'Actions' })).toBeVisible({ timeout: 250 });
  }).toPass();
  const heights = await page
    .getByRole('table', { name: 'Buildings' })
    .locator('tbody tr[aria-rowindex]')
    .evaluateAll((rows) =>
      rows.map((row) => ({ row: row.getBoundingClientRect().height, content: row.scrollHeight })),
    );
  expect(new Set(heights.map(({ row }) => row)).size).toBe(1);
  for (const { row, content } of heights) expect(content).toBeLessThanOrEqual(row);

  // A far jump, as where somebody comes back, stays where it went.
  await page.evaluate(() => scrollTo(0, 0));
  await expect(rowOf(page, 'Haus 001')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 4_000));
  await expect(rowOf(page, 'Haus 052')).toBeVisible();
  for (let frame = 0; frame < 30; frame += 1)
    await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.evaluate(() => scrollY)).toBe(4_000);
});

test("an apartment's card is as low, with all that it says and a menu; a tap opens its building", async ({
  page,
  api,
}) => {
  const condo_id = await api.createCondo({ name: 'Seeblick' });
  await api.createApartment({
    condo_id,
    apartment_number: '301',
    floor_number: 2,
    bedrooms: 3.5,
    bathrooms: 1.5,
    sqmt: 82.5,
    notes: 'Balcony to the south; the cellar is number 14',
  });
  await page.goto('/apartments');
  const card = page.getByRole('listitem', { name: 'Unit 301' });
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(88);
  const facts = card.locator('dl');
  await expect(facts).toHaveText(
    `Floor2Bedrooms3.5Bathrooms1.5ParkingNoSqmt82.5Condo ID${condo_id}SeeblickNotesBalcony to the south; the cellar is number 14`,
  );
  expect(await facts.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
  await expect(card.getByRole('checkbox', { name: 'Select 301' })).toBeVisible();
  await card.getByRole('button', { name: 'Actions' }).tap();
  await page.getByRole('menuitem', { name: 'Edit' }).tap();
  await expect(page.getByRole('dialog', { name: 'Edit Apartment 301' })).toBeVisible();
  await page.keyboard.press('Escape');
  await card.getByRole('heading').tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Seeblick' })).toBeVisible();
});

test('no long word widens a page', async ({ page, api }) => {
  const city = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.toUpperCase();
  const condo = await api.createCondo({ name: city, city });
  await page.goto(`/condos/${condo}`);
  await expect(page.getByRole('heading', { level: 1, name: city })).toBeVisible();
  await expect(page.getByText(`8002 ${city}`).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('a long number and a long parking spot stay within their dialog', async ({ page, api }) => {
  const number = 'W'.repeat(50);
  const condo_id = await api.createCondo({ name: 'Seeblick' });
  await api.createApartment({ condo_id, apartment_number: number, parking_spot_number: number });
  await page.goto('/apartments');
  await page.getByRole('listitem').getByRole('button', { name: 'Actions' }).tap();
  await page.getByRole('menuitem', { name: 'Edit' }).tap();
  const dialog = page.getByRole('dialog');
  const title = dialog.getByRole('heading', { name: number });
  await expect(title).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Parking spots' })).toHaveText(number);
  for (const box of [title, dialog]) await expectNoSidewaysScroll(page, box);
});

test('a long file name widens no page, and is more than a column of letters', async ({ page }) => {
  const name = `${'Liegenschaften_'.repeat(6)}2026-11-23.csv`;
  await page.goto('/bulk-operations');
  await page.waitForLoadState('networkidle');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from('name\nA') });
  const shown = page.getByText(name);
  await expect(shown).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect((await shown.boundingBox())?.width).toBeGreaterThan(150);
});

/** Controls that a finger misses; links within a text or a name in a list are text. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, select, summary, nav a, a.inline-flex, input')].flatMap(
      (control) => {
        const { width, height } = control.getBoundingClientRect();
        const isBox = control.matches('[type=checkbox], [type=radio], .sr-only, [type=file]');
        if (isBox || width === 0 || (width >= 44 && height >= 44)) return [];
        const name = control.textContent || control.getAttribute('aria-label') || control.id;
        return [`${name}: ${Math.round(width)} x ${Math.round(height)}`];
      },
    ),
  );
}

test('targets are 44 pixels high and wide', async ({ page }) => {
  for (const [path, heading] of [
    ['/condos', 'Building Management'],
    ['/condos/create', 'Create New Building'],
    ['/apartments/create', 'Create New Apartment'],
    ['/users', 'Users Management'],
    ['/users/1', 'User Details'],
    ['/bulk-operations', 'Bulk Operations'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await smallTargets(page), path).toEqual([]);
  }
});

test('the page does not jump at the first letter of a search', async ({ page }) => {
  await page.goto('/condos');
  await expect(condoNames(page)).toHaveCount(2);
  const table = page.getByRole('table', { name: 'Buildings' });
  const before = await table.boundingBox();
  await page.getByLabel('Search', { exact: true }).fill('l');
  await expect(page.getByRole('button', { name: 'Clear All Filters' })).toBeVisible();
  expect((await table.boundingBox())?.y).toBe(before?.y);
});

test('headings are at the same height on all screens', async ({ page }) => {
  const tops = new Map<string, number | undefined>();
  for (const path of ['/dashboard', '/condos', '/users', '/bulk-operations', '/condos/create']) {
    await page.goto(path);
    // The server's shell has a heading, too.
    await expect(page.locator('[data-pending-shell]')).toHaveCount(0);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    tops.set(path, (await heading.boundingBox())?.y);
  }
  expect(new Set(tops.values()).size, JSON.stringify([...tops])).toBe(1);
});
