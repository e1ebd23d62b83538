import type { Page } from '@playwright/test';
import { failedRequest } from './support/console-guard';
import { CHIEF, expect, test } from './support/external-test';
import { openCondos, signIn, storedItem, toast } from './support/screens';

// The longest file that comes last: both workers are at it to the end.
test.describe.configure({ mode: 'parallel' });

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const restore = (page: Page) => page.getByRole('button', { name: 'Restore unsaved changes' });
const sidebar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

/** What is kept of forms in this tab. */
const drafts = (page: Page) =>
  page.evaluate(() =>
    Object.keys(sessionStorage)
      .filter((item) => item.startsWith('drafts:'))
      .map((item) => sessionStorage.getItem(item)),
  );

test('Back, Logout and closing the tab ask too', async ({ page }) => {
  await openCondos(page);
  await page.getByRole('link', { name: 'Add New Building' }).click();
  // The list has a filter of the same name.
  await page.getByRole('heading', { name: 'Create New Building' }).waitFor();
  await page.getByLabel('Canton', { exact: true }).fill('VD');
  await page.goBack();
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(/\/condos\/create$/);
  await press(page, 'Logout');
  await question(page).getByRole('button', { name: 'Stay' }).click();
  expect(await storedItem(page, 'access_token')).not.toBeNull();
  await expect(page.getByLabel('Canton', { exact: true })).toHaveValue('VD');
  const closing = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const browserQuestion = await closing;
  expect(browserQuestion.type()).toBe('beforeunload');
  await browserQuestion.dismiss();
  await press(page, 'Logout');
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('/login');
  expect(await storedItem(page, 'access_token')).toBeNull();
});

test('nothing is asked after a save, on Cancel, or when filters change', async ({ page }) => {
  await page.goto('/users');
  await page.getByRole('row', { name: /anna@/ }).getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('First Name').fill('Annina');
  await press(page, 'Cancel');
  await page.waitForURL('/users');
  await page.goto('/users/900/edit');
  await page.getByLabel('First Name').fill('Annina');
  await press(page, 'Save Changes');
  await page.waitForURL('/users/900');

  await page.goto('/condos/41');
  await press(page, 'Add Apartment');
  await page.getByLabel('Apartment Number').fill('99');
  await press(page, 'Cancel');
  await sidebar(page, 'Building');
  await page.getByLabel('Canton').fill('Z');
  await expect(page).toHaveURL(/state=Z/);
  await page.getByRole('link', { name: 'View' }).first().click();
  await page.waitForURL(/\/condos\/\d+$/);
});

test.describe('a 401 in the middle of a form', () => {
  test.beforeEach(({ browserGuard }) => browserGuard.expect(failedRequest(401)));
  test('the form of a row opens again after signing in, and offers what was typed', async ({
    page,
    external,
  }) => {
    const number = page.getByLabel('Apartment Number', { exact: true });
    await page.goto('/condos/41');
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await number.fill('Typed');
    external.expireTokens();
    await press(page, 'Update Apartment');
    await page.waitForURL(/\/login\?redirect=/);
    external.heal();
    await signIn(page, CHIEF.username, CHIEF.password);
    await restore(page).click();
    await expect(number).toHaveValue('Typed');
    await sidebar(page, 'Dashboard');
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('/dashboard');
    expect(await drafts(page)).toEqual([]);
  });

  test('it is gone after a logout, and never there for someone else', async ({
    page,
    external,
  }) => {
    const interrupt = async () => {
      await page.goto('/users/900/edit');
      await page.getByLabel('First Name').fill('Secret');
      external.expireTokens();
      await press(page, 'Save Changes');
      await page.waitForURL(/\/login/);
      expect((await drafts(page)).join('')).toContain('Secret');
      external.heal();
    };
    await interrupt();
    await signIn(page, 'nameless@external.example', CHIEF.password);
    await expect(page.getByLabel('First Name')).toBeVisible();
    await expect(restore(page)).toHaveCount(0);
    expect(await drafts(page)).toEqual([]);

    await interrupt();
    await signIn(page, 'nameless@external.example', CHIEF.password);
    await expect(restore(page)).toBeVisible();
    await press(page, 'Logout');
    await page.waitForURL('/login');
    expect(await drafts(page)).toEqual([]);
  });

  test('a save that met the 401 can be repeated as it was', async ({ page, external }) => {
    await page.goto('/condos/create');
    for (const label of ['Address', 'City/Town/Commune', 'Canton', 'Zip Code', 'Country']) {
      await page.getByLabel(label, { exact: true }).fill('Seven');
    }
    await page.getByLabel('Building Name or First Line of the Address').fill('Seven');
    await page.getByLabel('Number of Units').fill('7');
    external.expireTokens();
    await press(page, 'Create Building');
    await page.waitForURL(/\/login\?redirect=/);
    external.heal();
    await signIn(page, CHIEF.username, CHIEF.password);
    await restore(page).click();
    await press(page, 'Create Building');
    await expect(toast(page, 'Building created')).toBeVisible();
    expect(external.calls.findLast(({ name }) => name === 'createCondo')?.values).toMatchObject({
      name: 'Seven',
      number_of_units: '7',
    });
  });
});
