import type { Page } from '@playwright/test';
import { expectNoViolations, findViolations } from './support/axe';
import { ADMIN } from './support/server-process';
import { condoNames, holdRequests, openCondos } from './support/screens';
import { expect, test } from './support/test';

let bellevue = 0;

test.beforeEach(async ({ api }) => {
  await api.clear();
  await api.createCondo({ name: 'Alpenblick' });
  bellevue = await api.createCondo({ name: 'Bellevue' });
  await api.createCondo({ name: 'Chalet' });
});

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search everything' });
const input = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

/** The header is painted before the page listens to its keys; this part of it comes last. */
const untilListening = (page: Page) =>
  expect(page.getByRole('button', { name: /^Welcome, / })).toBeVisible();

async function openPalette(page: Page): Promise<void> {
  await untilListening(page);
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await expect(input(page)).toBeFocused();
}

test('typed text is kept while the palette loads; Enter opens the first hit', async ({ page }) => {
  await openCondos(page);
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Bellevue', 'Chalet']);
  const release = await holdRequests(page, /\/assets\/palette-(?!button)/);
  await untilListening(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('bell');
  await expect(page.getByRole('textbox', { name: 'Search everything' })).toHaveValue('bell');
  release();
  await expect(palette(page)).toBeVisible();
  await expect(input(page)).toHaveValue('bell');
  await page.keyboard.type('e');
  await expect(option(page, /^Bellevue/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await page.waitForURL(`/condos/${bellevue}`);
  await expect(page.getByRole('heading', { name: 'Bellevue' })).toBeFocused();
});

test("a button opens the palette; the API's search finds a person; axe passes in both themes", async ({
  page,
}) => {
  await openCondos(page);
  await page.getByRole('button', { name: 'Search everything' }).click();
  await expect(input(page)).toBeFocused();
  await page.keyboard.type(ADMIN.email);
  const person = option(page, new RegExp(ADMIN.email));
  await expect(person).toBeVisible();
  await expectNoViolations(page);
  await person.click();
  await page.waitForURL(/\/users\/\d+$/);
  await openPalette(page);
  await expect(palette(page).getByRole('group', { name: 'Recent' })).toContainText(ADMIN.email);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
});

test('the buttons of a building are actions, a saved view is found by its name', async ({
  page,
}) => {
  await page.goto(`/condos/${bellevue}`);
  await expect(page.getByRole('link', { name: 'Invite to this Building' })).toBeVisible();
  await openPalette(page);
  await expect(option(page, /^(Edit Building|Logout)/)).toHaveText([/^Edit Building/, /^Logout/]);
  for (const action of ['Edit Building', 'Delete Building', 'Export', 'Invite to this Building']) {
    await input(page).fill(action);
    await expect(option(page, `${action} Bellevue`)).toBeVisible();
  }

  await openCondos(page, '?search=belle');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('My houses');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'My houses' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await openPalette(page);
  await page.keyboard.type('my hou');
  await expect(option(page, 'My houses Buildings')).toHaveAttribute('aria-selected', 'true');
});

test('the keys of a list: / Enter j k and ?', async ({ page }) => {
  await openCondos(page);
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Bellevue', 'Chalet']);
  const name = (text: string) => page.getByRole('link', { name: text });
  await page.keyboard.press('j');
  await expect(name('Alpenblick')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(name('Bellevue')).toBeFocused();
  await page.keyboard.press('k');
  await expect(name('Alpenblick')).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('belle');
  await page.keyboard.press('Enter');
  await page.waitForURL(`/condos/${bellevue}`);
  await page.goBack();
  await page.waitForURL('/condos?search=belle');
  await expect(condoNames(page)).toHaveText(['Bellevue']);

  await page.getByRole('heading', { name: 'Building Management' }).focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await keys.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.getByRole('heading', { name: 'Building Management' }).focus();
  await page.keyboard.press('/');
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: 'Building Management' })).toBeFocused();
});
