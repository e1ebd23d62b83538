import type { Locator, Page } from '@playwright/test';
import { must } from '../support/must';
import { condoNames, condoRow, openCondos, query, toast } from './support/screens';
import { expect, test } from './support/test';

/** Texts that a careless URL, query or page would change. */
const AWKWARD = [
  '01003',
  'true',
  'null',
  '[1]',
  '{"a":1}',
  '1e3',
  'é',
  'a&b=c',
  '100%',
  'a+b c',
  '#hash',
  '%41',
  "O'Brien",
  '_',
  '\\',
  '<script>alert(1)</script>',
];

/** The ones that mean something to an address. */
const PASTED = ['01003', 'a&b=c', '100%', 'a+b c', '#hash', '%41', '<script>alert(1)</script>'];

test.beforeEach(({ api }) => api.clear());

const search = (page: Page) => page.getByLabel('Search', { exact: true });
const filter = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const clearAll = (page: Page) => page.getByRole('button', { name: 'Clear All Filters' });
const header = (page: Page, name: string) => page.getByRole('columnheader', { name });
const sortButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function createThree({
  api,
}: {
  api: { createCondo(fields: { name: string }): Promise<number> };
}) {
  const ids = [];
  for (const name of ['Bellevue', 'alpenblick', 'Château'])
    ids.push(await api.createCondo({ name }));
  return ids;
}

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
  expect(query(page)).toEqual({ sort_order: 'desc' });

  await sortButton(page, 'ID').click();
  await expect(condoNames(page)).toHaveText(['Château', 'alpenblick', 'Bellevue']);
  await expect(header(page, 'ID').locator('svg')).toHaveCount(1);
  await expect(header(page, 'Name').locator('svg')).toHaveCount(0);
  expect(query(page)).toEqual({ sort_by: 'id', sort_order: 'desc' });

  await sortButton(page, 'ID').click();
  await expect(condoNames(page)).toHaveText(['Bellevue', 'alpenblick', 'Château']);
  expect(query(page)).toEqual({ sort_by: 'id' });

  await sortButton(page, 'Name').click();
  await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'descending');
  await page.goBack();
  await expect(header(page, 'ID')).toHaveAttribute('aria-sort', 'ascending');
});

test('each filter works, Clear All Filters is there while one is filled', async ({ page, api }) => {
  await api.createCondo({
    name: 'One',
    address: 'Rue du Lac 5',
    city: 'Genève',
    state: 'Genève',
    zip_code: '1201',
    country: 'Switzerland',
  });
  await api.createCondo({
    name: 'Two',
    address: 'Hauptplatz 1',
    city: 'Wien',
    state: 'Wien',
    zip_code: '1010',
    country: 'Austria',
  });
  await openCondos(page);
  await expect(condoNames(page)).toHaveText(['One', 'Two']);
  const cases: Array<[label: string, text: string, param: string]> = [
    ['Search', 'hauptPLATZ', 'search'],
    ['City/Town/Commune', 'wien', 'city'],
    ['Canton', 'Wien', 'state'],
    ['Zip Code', '101', 'zip_code'],
    ['Country', 'austr', 'country'],
  ];
  for (const [label, text, param] of cases) {
    await filter(page, label).fill(text);
    await expect(clearAll(page)).toBeVisible();
    await expect(condoNames(page)).toHaveText(['Two']);
    // The rows are there before the address.
    await expect.poll(() => query(page)).toEqual({ [param]: text });
    await clearAll(page).click();
    await expect(condoNames(page)).toHaveText(['One', 'Two']);
    await expect(filter(page, label)).toHaveValue('');
    await expect(clearAll(page)).toBeHidden();
    expect(query(page)).toEqual({});
  }
});

test('Clear All Filters keeps the sort', async ({ page, api }) => {
  await createThree({ api });
  await openCondos(page, '?search=bell&city=z&sort_by=id&sort_order=desc');
  await expect(condoNames(page)).toHaveText(['Bellevue']);
  await clearAll(page).click();
  await expect(condoNames(page)).toHaveCount(3);
  expect(query(page)).toEqual({ sort_by: 'id', sort_order: 'desc' });
});

test('awkward texts stay as they are from the input to the URL', async ({ page, api }) => {
  for (const text of AWKWARD) await api.createCondo({ name: `x${text}x`, city: text });
  await openCondos(page);
  for (const text of AWKWARD) {
    await search(page).fill(text);
    await filter(page, 'City/Town/Commune').fill(text);
    await filter(page, 'City/Town/Commune').press('Enter');
    await expect.poll(() => query(page)).toEqual({ search: text, city: text });
    await expect(condoNames(page).filter({ hasText: `x${text}x` })).toHaveCount(1);
  }
});

test('awkward texts stay as they are from a pasted link to the inputs, and on reload', async ({
  page,
  api,
}) => {
  for (const text of PASTED) await api.createCondo({ name: `x${text}x` });
  for (const text of PASTED) {
    await page.goto(`/condos?search=${encodeURIComponent(text)}`);
    await expect(search(page)).toHaveValue(text);
    await expect(condoNames(page).filter({ hasText: `x${text}x` })).toHaveCount(1);
    expect(query(page)).toEqual({ search: text });
  }
  await page.reload();
  await expect(search(page)).toHaveValue(must(PASTED.at(-1), 'pasted text'));
});

const LETTER_MS = 100;
const PAUSE_MS = 300;

/** Types at a person's pace by the page's own clock, however slow the machine is. */
async function typeLetters(page: Page, input: Locator, text: string): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 10_000);
  for (const letter of text) {
    await input.pressSequentially(letter);
    await page.clock.runFor(LETTER_MS);
  }
  await page.clock.runFor(PAUSE_MS);
  await page.clock.resume();
}

test('Back undoes a filter, not a letter; Forward brings it again', async ({ page, api }) => {
  await createThree({ api });
  await page.clock.install();
  await page.goto('/dashboard');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Building' })
    .click();
  await expect(condoNames(page)).toHaveCount(3);
  await typeLetters(page, search(page), 'bellevue');
  await expect(condoNames(page)).toHaveText(['Bellevue']);
  await typeLetters(page, filter(page, 'Country'), 'Switz');
  await expect.poll(() => query(page)).toEqual({ search: 'bellevue', country: 'Switz' });
  await page.goBack();
  await expect.poll(() => query(page)).toEqual({ search: 'bellevue' });
  await expect(filter(page, 'Country')).toHaveValue('');
  await expect(search(page)).toHaveValue('bellevue');
  await page.goBack();
  await expect.poll(() => query(page)).toEqual({});
  await expect(search(page)).toHaveValue('');
  await expect(condoNames(page)).toHaveCount(3);
  await page.goForward();
  await expect(condoNames(page)).toHaveText(['Bellevue']);
  await page.goBack();
  await page.goBack();
  await page.waitForURL('/dashboard');
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

test('no building at all, and none for these filters, say so', async ({ page, api }) => {
  await openCondos(page);
  await expect(page.getByText('No buildings yet')).toBeVisible();
  await api.createCondo({ name: 'Bellevue' });
  await openCondos(page, '?search=nothing');
  await expect(page.getByText('No buildings match', { exact: true })).toBeVisible();
});

test('unknown and wrong params are ignored', async ({ page, api }) => {
  await createThree({ api });
  await openCondos(page, '?sort_by=name%27%3B--&sort_order=sideways&foo=bar&search=');
  await expect(condoNames(page)).toHaveText(['alpenblick', 'Bellevue', 'Château']);
});

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
});

test('deleting: asked first, Cancel changes nothing, then the toast and the list', async ({
  page,
  api,
}) => {
  await createThree({ api });
  await openCondos(page);
  const deleteButton = condoRow(page, 'Bellevue').getByRole('button', { name: 'Delete' });
  await deleteButton.click();
  const dialog = page.getByRole('dialog', { name: 'Delete Building' });
  await expect(dialog).toContainText(
    'Are you sure you want to delete this building? This action cannot be undone.',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(deleteButton).toBeFocused();
  await deleteButton.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Building deleted')).toBeVisible();
  await expect(condoNames(page)).toHaveText(['alpenblick', 'Château']);
});
