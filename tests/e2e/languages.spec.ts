import type { Page } from '@playwright/test';
import { ADMIN } from './support/server-process';
import { expectRoom } from './support/pseudo-language';
import { query } from './support/screens';
import { storeSession } from './support/stored-session';
import { expect, test } from './support/test';

test.describe('signed out', () => {
  test.use({ signedIn: false, locale: 'fr-CH' });

  test('a language is chosen on the sign-in page, keeps what is typed, and is there after a reload', async ({
    page,
  }) => {
    await page.goto('/login');
    // The browser's language is that of the pages of mails alone.
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await expect(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible();
    await expect(page.getByLabel('E-Mail')).toHaveValue('ada@example.com');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de-CH');
    await expect(page).toHaveTitle('Anmeldung · Condo Admin');
    // The server knows it: no English before.
    const answer = await page.reload();
    expect(await answer?.text()).toContain('Anmeldung');
    await expect(page.getByRole('button', { name: 'Anmelden' })).toBeEnabled();
  });

  test("a page of a mail's link is in the browser's language", async ({ page }) => {
    await page.goto('/forgot-password');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CH');
    await expect(page.getByRole('heading', { name: 'Mot de passe oublié' })).toBeVisible();
  });
});

test('the menu has the languages; a list stays as it is filtered, and a form as it is typed', async ({
  page,
  context,
  api,
}) => {
  await api.createCondo({ name: 'Seeblick', zip_code: '8800' });
  await page.goto('/condos?zip_code=8800');
  await expect(page.getByRole('link', { name: 'Seeblick' })).toBeVisible();
  const choose = async (name: string) => {
    await page.getByRole('banner').getByRole('button', { name: ADMIN.email }).click();
    await page.getByRole('button', { name }).click();
  };
  await choose('Italiano');
  await expect(page.getByRole('columnheader', { name: 'Nome' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Gestione degli immobili' })).toBeVisible();
  await expect(page.getByLabel('NPA')).toHaveValue('8800');
  await expect(page).toHaveURL('/condos?zip_code=8800');
  expect(await context.cookies()).toMatchObject([{ name: 'language', value: 'it-CH' }]);

  await page.goto('/condos/create');
  await page.getByLabel('Località/Comune').fill('Lugano');
  await choose('English');
  await expect(page.getByLabel('City/Town/Commune')).toHaveValue('Lugano');
});

for (const [code, edit] of [
  ['de-CH', 'Bearbeiten'],
  ['fr-CH', 'Modifier'],
  ['it-CH', 'Modifica'],
] as const) {
  test(`in ${code} no heading is cut at 1440 px, and the buttons of rows are words`, async ({
    page,
    context,
    api,
    panel,
  }) => {
    const condoId = await api.createCondo({ name: 'Seeblick' });
    await api.createApartment({ condo_id: condoId, apartment_number: '301', floor_number: 3 });
    await api.invite('guest@example.com', condoId);
    await context.addCookies([{ name: 'language', value: code, url: panel.url }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    const paths = ['/condos', '/users', '/pending-invitations', '/apartments?view=table'];
    for (const path of [...paths, `/condos/${condoId}`]) {
      await page.goto(path);
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      const cut = await page
        .locator('th')
        .evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
        );
      expect(cut, path).toEqual([]);
    }
    const row = page.getByRole('row').filter({ hasText: '301' });
    await expect(row.getByRole('button', { name: edit })).toBeVisible();
  });
}

const names = (page: Page) => page.locator('tbody tr td:nth-child(2)');

test('a link of a German colleague opens the same list in English', async ({
  page,
  context,
  browser,
  api,
  panel,
}) => {
  await api.clear();
  await api.createCondo({ name: 'Seeblick', state: 'ZH', zip_code: '8800' });
  await api.createCondo({ name: 'Limmat', state: 'Zürich', zip_code: '8001' });
  await api.createCondo({ name: 'Bellevue', state: 'GE', zip_code: '1200' });
  await context.addCookies([{ name: 'language', value: 'de-CH', url: panel.url }]);
  const visitor = await browser.newContext({ baseURL: panel.url });
  await storeSession(visitor, panel.url, api.session);
  const colleague = await visitor.newPage();

  await page.goto('/condos');
  await page.getByLabel('Kanton', { exact: true }).fill('Zürich');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(names(page)).toHaveText(['Seeblick', 'Limmat']);
  await expect.poll(() => query(page)).toEqual({ state: 'Zürich', sort_order: 'desc' });
  const list = page.url();
  await colleague.goto(list);
  await expect(colleague.getByRole('heading', { name: 'Building Management' })).toBeVisible();
  await expect(names(colleague)).toHaveText(['Seeblick', 'Limmat']);
  await expect(colleague.getByLabel('Canton', { exact: true })).toHaveValue('Zürich');
  await expect(colleague).toHaveURL(list);

  await page.goto('/activity');
  await page.getByLabel('Art', { exact: true }).selectOption({ label: 'Liegenschaft' });
  const today = new Date().toISOString().slice(0, 10);
  await page.getByLabel('Von', { exact: true }).fill(today.split('-').toReversed().join('.'));
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(`/activity?kind=condo&from=${today}`);
  await expect(page.getByRole('main')).toContainText('erfasste Liegenschaft Seeblick');
  await colleague.goto(page.url());
  await expect(colleague.getByLabel('Kind', { exact: true })).toHaveValue('condo');
  await expect(colleague.getByLabel('From', { exact: true })).toHaveValue(today);
  await expect(colleague.getByRole('main')).toContainText('created Building Seeblick');
  await visitor.close();
});

for (const language of ['de-CH', 'fr-CH', 'it-CH']) {
  test(`${language} has room at every width`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
    const paths = ['/condos', '/users', '/pending-invitations', '/account', '/condos/create'];
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      for (const width of [390, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectRoom(page, `${path} at ${width}`);
      }
    }
  });
}
