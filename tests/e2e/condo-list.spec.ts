import type { Locator, Page } from '@playwright/test';
import {
  clearAll,
  condoNames,
  condoRow,
  createThree,
  openCondos,
  query,
  search,
} from './support/screens';
import { expect, test } from './support/test';

test.beforeEach(({ api }) => api.clear());

const header = (page: Page, name: string) => page.getByRole('columnheader', { name });
const sortButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

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
  const cells = condoRow(page, 'Bellevue').getByRole('cell');
  await expect(cells.nth(0)).toHaveText(String(id));
  await expect(cells.nth(2)).toHaveText('Seestrasse 1');
  await expect(cells.nth(3)).toContainText('Genève, GE');
  await expect(cells.nth(3)).toContainText('01003, Switzerland');
  await expect(cells.nth(4)).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/);
  await expect(condoRow(page, 'Bellevue').getByRole('link', { name: 'View' })).toHaveAttribute(
    'href',
    `/condos/${id}`,
  );
  await expect(clearAll(page)).toBeHidden();
});

test('the document asks for all code of the screen at once, and for none twice', async ({
  page,
  request,
  panel,
}) => {
  const html = await (await request.get(`${panel.url}/condos`)).text();
  const named = [...html.matchAll(/modulepreload" href="([^"]+)"/g)].map(([, href]) => href ?? '');
  expect(named.filter((href, index) => named.indexOf(href) !== index)).toEqual([]);
  for (const href of named) {
    const file = await (await request.get(panel.url + href)).text();
    expect(file.split('\n', 1), href).toEqual(['//# allFunctionsCalledOnLoad']);
  }
  const loaded: string[] = [];
  page.on('request', (asked) => {
    if (asked.resourceType() === 'script') loaded.push(new URL(asked.url()).pathname);
  });
  await openCondos(page);
  const atOnce = loaded.slice(0, named.length);
  expect(atOnce.toSorted()).toEqual(named.toSorted());
});

test('sorting: name asc first, a click toggles, another column starts at desc', async ({
  page,
  api,
}) => {
  await createThree({ api });
  await openCondos(page);
  await expect(condoNames(page)).toHaveText(['alpenblick', 'Bellevue', 'Château']);
  await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(header(page, 'Name').locator('svg')).toHaveCount(1);
  await expect(header(page, 'ID')).toHaveAttribute('aria-sort', 'none');
  await expect(header(page, 'ID').locator('svg')).toHaveCount(0);
  expect(query(page)).toEqual({});

  await sortButton(page, 'Name').click();
  await expect(condoNames(page)).toHaveText(['Château', 'Bellevue', 'alpenblick']);
  await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => query(page)).toEqual({ sort_order: 'desc' });

  await sortButton(page, 'ID').click();
  await expect(condoNames(page)).toHaveText(['Château', 'alpenblick', 'Bellevue']);
  await expect(header(page, 'ID').locator('svg')).toHaveCount(1);
  await expect(header(page, 'Name').locator('svg')).toHaveCount(0);
  await expect.poll(() => query(page)).toEqual({ sort_by: 'id', sort_order: 'desc' });

  await sortButton(page, 'ID').click();
  await expect(condoNames(page)).toHaveText(['Bellevue', 'alpenblick', 'Château']);
  await expect.poll(() => query(page)).toEqual({ sort_by: 'id' });

  await sortButton(page, 'Name').click();
  await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => query(page)).toEqual({ sort_order: 'desc' });
  await page.goBack();
  await expect(header(page, 'ID')).toHaveAttribute('aria-sort', 'ascending');
});

test('earlier rows stay while new ones load, and Enter does not wait', async ({ page, api }) => {
  await createThree({ api });
  await openCondos(page);
  await expect(condoNames(page)).toHaveCount(3);
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => seen.push(document.querySelectorAll('tbody tr').length)).observe(
      document.body,
      {
        childList: true,
        subtree: true,
      },
    );
  });
  await search(page).fill('chateau');
  await search(page).press('Enter');
  await expect(condoNames(page)).toHaveText(['Château']);
  const seen = await page.evaluate(() => ('seen' in window ? window.seen : null));
  expect(seen, 'the number of rows at every change of the page').not.toContain(0);
});

const heightOf = async (shown: Locator) => (await shown.boundingBox())?.height ?? 0;

test('a long list is virtual, and a screen reader hears its real size', async ({ page, api }) => {
  const COUNT = 150;
  for (let n = 1; n <= COUNT; n += 1)
    await api.createCondo({ name: `House ${String(n).padStart(3, '0')}` });
  await openCondos(page);
  const table = page.getByRole('table', { name: 'Buildings' });
  await expect(table).toHaveAttribute('aria-rowcount', String(COUNT + 1));
  await expect(condoRow(page, 'House 001')).toHaveAttribute('aria-rowindex', '2');
  expect(await table.getByRole('row').count()).toBeLessThan(COUNT);
  await page.keyboard.press('End');
  await expect(condoRow(page, 'House 150')).toBeVisible();
  await expect(condoRow(page, 'House 150')).toHaveAttribute('aria-rowindex', String(COUNT + 1));
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
  const created = (name: string) => condoRow(page, name).getByRole('cell').nth(4);
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
