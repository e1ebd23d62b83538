import type { Locator } from '@playwright/test';
import { clearAll, condoNames, rowOf, openCondos } from './support/screens';
import { expect, test } from './support/test';

test.beforeEach(({ api }) => api.clear());

test('the screen: heading, columns, rows', async ({ page, api }) => {
  const id = await api.createCondo({
    name: 'Bellevue',
    zip_code: '01003',
    city: 'Genève',
    state: 'GE',
  });
  await openCondos(page);
  await expect(page.getByText('Search & Filters')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add New Building' })).toHaveAttribute(
    'href',
    '/condos/create',
  );
  await expect(page.getByRole('columnheader')).toHaveText([
    'ID',
    'Name',
    'Address',
    'Location',
    'Created',
    'Actions',
  ]);
  const cells = rowOf(page, 'Bellevue').getByRole('cell');
  await expect(cells.nth(0)).toHaveText(String(id));
  await expect(cells.nth(2)).toHaveText('Seestrasse 1');
  await expect(cells.nth(3)).toContainText('Genève, GE');
  await expect(cells.nth(3)).toContainText('01003, Switzerland');
  await expect(cells.nth(4)).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/);
  await expect(rowOf(page, 'Bellevue').getByRole('link', { name: 'View' })).toHaveAttribute(
    'href',
    `/condos/${id}`,
  );
  await expect(clearAll(page)).toBeHidden();
  const controls = page.locator('main :is(a, button, input, select):visible');
  const firstRow = await rowOf(page, 'Bellevue').boundingBox();
  const above = await controls.evaluateAll(
    (all, y) => all.filter((control) => control.getBoundingClientRect().bottom <= y).length,
    firstRow?.y ?? 0,
  );
  expect(above).toBeLessThanOrEqual(11);
});

test('the document asks for all code of the screen at once, and for none twice', async ({
  page,
  request,
  panel,
}) => {
  const html = await (await request.get(`${panel.url}/condos`)).text();
  const named = [...html.matchAll(/modulepreload" href="([^"]+)"/g)].map(([, href]) => href ?? '');
  expect(named.filter((href, index) => named.indexOf(href) !== index)).toEqual([]);
  const loaded: string[] = [];
  page.on('request', (download) => {
    if (download.resourceType() === 'script') loaded.push(new URL(download.url()).pathname);
  });
  await openCondos(page);
  const atOnce = loaded.slice(0, named.length);
  expect(atOnce.toSorted()).toEqual(named.toSorted());
});

const heightOf = async (shown: Locator) => (await shown.boundingBox())?.height ?? 0;

test('a long list is virtual, and a screen reader hears its real size', async ({ page, api }) => {
  const COUNT = 150;
  for (let n = 1; n <= COUNT; n += 1)
    await api.createCondo({ name: `House ${String(n).padStart(3, '0')}` });
  await openCondos(page);
  const table = page.getByRole('table', { name: 'Buildings' });
  await expect(table).toHaveAttribute('aria-rowcount', String(COUNT + 1));
  await expect(rowOf(page, 'House 001')).toHaveAttribute('aria-rowindex', '2');
  expect(await table.getByRole('row').count()).toBeLessThan(COUNT);
  await page.keyboard.press('End');
  await expect(rowOf(page, 'House 150')).toBeVisible();
  await expect(rowOf(page, 'House 150')).toHaveAttribute('aria-rowindex', String(COUNT + 1));
  expect(await table.getByRole('row').count()).toBeLessThan(COUNT);

  // A larger text size of the browser: rows that are not rendered take as much room as those that are.
  await page.evaluate(() => (document.documentElement.style.fontSize = '24px'));
  const rowHeight = () => heightOf(table.getByRole('row').nth(2));
  await expect
    .poll(async () => Math.round((await heightOf(table)) / (await rowHeight())))
    .toBe(COUNT + 1);
});

test('a row opens by a press anywhere; its page leads on through the list and back to its filters', async ({
  page,
  api,
  context,
}) => {
  for (const name of ['Alpenblick', 'Seeblick', 'Talblick', 'Dorfhaus'])
    await api.createCondo({ name });
  await page.goto('/condos?search=blick');
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Seeblick', 'Talblick']);
  const created = (name: string) => rowOf(page, name).getByRole('cell').nth(4);
  const tab = context.waitForEvent('page');
  await created('Talblick').click({ button: 'middle' });
  const opened = await tab;
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Talblick');
  await expect(opened.getByRole('link', { name: 'Next building' })).toHaveCount(0);
  await opened.close();
  await created('Alpenblick').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Alpenblick');
  await page.keyboard.press(']');
  await expect(heading).toHaveText('Seeblick');
  await page.keyboard.press(']');
  await expect(heading).toHaveText('Talblick');
  await expect(page.getByRole('link', { name: 'Next building' })).toHaveCount(0);
  await page.keyboard.press('[');
  await expect(heading).toHaveText('Seeblick');
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await trail.getByRole('link', { name: 'Buildings' }).click();
  await expect(page).toHaveURL('/condos?search=blick');
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Seeblick', 'Talblick']);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: 'Update Building', exact: true })).toBeVisible();
});
