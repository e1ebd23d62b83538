import type { Locator, Page } from '@playwright/test';
import { clearAll, condoNames, createThree, openCondos, query, search } from './support/screens';
import { expect, test } from './support/test';

/** Texts that mean something to an address or a page; tests/unit/search-params.test.ts takes any. */
const AWKWARD = ['01003', 'a&b=c', '100%', 'a+b c', '<script>alert(1)</script>'];

test.beforeEach(({ api }) => api.clear());

const filter = (page: Page, label: string) => page.getByLabel(label, { exact: true });

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

test('a canton is meant by its names alone, other text finds names of cantons, and zip code fills the form', async ({
  page,
  api,
}) => {
  for (const [name, state] of [
    ['One', 'BE'],
    ['Three', 'Berlin'],
    ['Two', 'ZH'],
  ] as const) {
    await api.createCondo({ name, state });
  }
  await openCondos(page);
  for (const [text, found] of [
    ['Bern', ['One']],
    ['be', ['One']],
    ['zü', ['Two']],
    ['erl', ['Three']],
  ] as const) {
    await filter(page, 'Canton').fill(text);
    await expect.poll(() => query(page)).toEqual({ state: text });
    await expect(condoNames(page)).toHaveText([...found]);
  }
  await page.goto('/condos/create');
  await page.getByLabel('Zip Code').fill('3600');
  await expect(page.getByLabel('City/Town/Commune')).toHaveValue('Thun');
  await expect(page.getByLabel('Canton', { exact: true })).toHaveValue('BE');
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
    await expect.poll(() => query(page), { intervals: [10] }).toEqual({ search: text, city: text });
    await expect(condoNames(page).filter({ hasText: `x${text}x` })).toHaveCount(1);
  }
});

test('awkward texts stay as they are from a pasted link to the inputs, and on reload', async ({
  page,
  api,
}) => {
  const text = AWKWARD.join(' ');
  await api.createCondo({ name: text });
  await openCondos(page, `?search=${encodeURIComponent(text)}`);
  for (let load = 0; load < 2; load += 1) {
    await expect(search(page)).toHaveValue(text);
    await expect(condoNames(page)).toHaveText([text]);
    expect(query(page)).toEqual({ search: text });
    await page.reload();
  }
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
