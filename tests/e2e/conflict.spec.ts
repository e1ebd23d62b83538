import type { Browser, BrowserContext, Page } from '@playwright/test';
import { AdminApi } from './support/admin-api';
import { ConsoleGuard, failedRequest } from './support/console-guard';
import { toast } from './support/screens';
import { storeSession } from './support/stored-session';
import { expect, test } from './support/test';

test('two administrators save the same building: the second chooses field by field', async ({
  context,
  api,
  browserGuard,
}) => {
  browserGuard.expect(failedRequest(412));
  const id = await api.createCondo({ name: 'Disputed', city: 'Zürich', description: 'Old words' });
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const page of [first, second]) {
    await page.goto(`/condos/${id}`);
    await page.getByRole('button', { name: 'Update Building Information' }).click();
  }
  await first.getByLabel('City/Town/Commune').fill('Bern');
  await first.getByLabel('Description').fill('New words');
  await first.getByRole('button', { name: 'Update Building', exact: true }).click();
  await expect(toast(first, 'Condo updated successfully!')).toBeVisible();

  await second.getByLabel('City/Town/Commune').fill('Basel');
  await second.getByLabel('Zip Code').fill('4001');
  await second.getByRole('button', { name: 'Update Building', exact: true }).click();
  const dialog = second.getByRole('dialog', { name: 'Someone else has changed this building' });
  await expect(dialog.getByRole('group')).toHaveCount(2);
  const city = dialog.getByRole('group', { name: 'City/Town/Commune' });
  await expect(city.getByRole('radio', { name: 'Their value Bern' })).not.toBeChecked();
  await expect(city.getByRole('radio', { name: 'Your value Basel' })).toBeChecked();
  const description = dialog.getByRole('group', { name: 'Description' });
  await expect(description.getByRole('radio', { name: 'Their value New words' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Back to the form' }).click();
  await expect(second.getByLabel('City/Town/Commune')).toHaveValue('Basel');

  await second.getByRole('button', { name: 'Update Building', exact: true }).click();
  await city.getByRole('radio', { name: 'Their value Bern' }).check();
  await dialog.getByRole('button', { name: 'Save with these choices' }).click();
  await expect(toast(second, 'Condo updated successfully!')).toBeVisible();
  expect(await api.condo(id)).toMatchObject({
    city: 'Bern',
    zip_code: '4001',
    description: 'New words',
  });
  // Saving again does not conflict with one's own change.
  await second.getByLabel('Zip Code').fill('4002');
  await second.getByRole('button', { name: 'Update Building', exact: true }).click();
  await expect.poll(async () => (await api.condo(id)).zip_code).toBe('4002');
  await expect(dialog).toHaveCount(0);
});

/** A second administrator in a browser of their own, with a session of their own. */
async function secondBrowser(browser: Browser, url: string) {
  const { session } = await AdminApi.signIn(url);
  const context = await browser.newContext({ baseURL: url });
  await storeSession(context, url, session);
  const guard = new ConsoleGuard(context, [url]);
  guard.expect(failedRequest(412));
  return { context, guard };
}

/** Two administrators, each in their own browser, with a page at the same address. */
async function twoPages(context: BrowserContext, other: BrowserContext, path: string) {
  const pages = [await context.newPage(), await other.newPage()] as const;
  for (const page of pages) await page.goto(path);
  return pages;
}

const question = (page: Page, noun: string) =>
  page.getByRole('dialog', { name: `Someone else has changed this ${noun}` });

test('two administrators save the same apartment, in the list and on the page of its building', async ({
  context,
  browser,
  panel,
  api,
}) => {
  const condo = await api.createCondo({ name: 'Shared house' });
  const id = await api.createApartment({
    condo_id: condo,
    apartment_number: 'Shared 1',
    bedrooms: 2,
    parking_spot_number: 'P1',
    notes: 'Balcony',
  });
  const other = await secondBrowser(browser, panel.url);
  const first = await context.newPage();
  const second = await other.context.newPage();
  await first.goto(`/condos/${condo}`);
  await first
    .getByRole('row', { name: /^Shared 1/ })
    .getByRole('button', { name: 'Edit' })
    .click();
  await second.goto('/apartments?search=Shared%201');
  await second.getByRole('button', { name: 'Edit' }).click();
  await second.getByLabel('Notes').fill('Terrace');
  await second.getByLabel('Rooms', { exact: true }).fill('3');

  await first.getByLabel('Notes').fill('Loggia');
  await first.getByRole('button', { name: 'Remove parking spot P1' }).click();
  await first.getByRole('button', { name: 'Update Apartment' }).click();
  await expect(toast(first, 'Apartment updated')).toBeVisible();

  await second.getByRole('button', { name: 'Update Apartment' }).click();
  const dialog = question(second, 'apartment');
  await expect(dialog.getByRole('group')).toHaveCount(2);
  await expect(dialog.getByRole('radio', { name: 'Your value Terrace' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Their value None' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Back to the form' }).click();
  await expect(second.getByLabel('Notes')).toHaveValue('Terrace');
  await expect(second.getByRole('button', { name: 'Update Apartment' })).toBeFocused();
  await second.getByRole('button', { name: 'Update Apartment' }).click();
  await dialog.getByRole('button', { name: 'Save with these choices' }).click();
  await expect(toast(second, 'Apartment updated')).toBeVisible();
  expect(await api.apartment(id)).toMatchObject({
    bedrooms: 3,
    notes: 'Terrace',
    parking_spot_number: 'None',
  });
  other.guard.check();
  await other.context.close();
});

test('two administrators save the same user; a sign-in meanwhile is no conflict', async ({
  context,
  browser,
  panel,
  api,
}) => {
  const id = Number(api.session.user.id);
  const other = await secondBrowser(browser, panel.url);
  const [first, second] = await twoPages(context, other.context, `/users/${id}/edit`);
  await second.getByLabel('First Name').fill('Anna');
  await first.getByLabel('First Name').fill('Anne');
  // Changes last_login, which the form shows nowhere.
  await AdminApi.signIn(panel.url);
  await first.getByRole('button', { name: 'Save Changes' }).click();
  await expect(first.getByRole('heading', { name: 'User Details' })).toBeVisible();

  await second.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = question(second, 'user');
  await expect(dialog.getByRole('group')).toHaveCount(1);
  await dialog.getByRole('radio', { name: 'Their value Anne' }).check();
  await dialog.getByRole('button', { name: 'Save with these choices' }).click();
  await expect(second.getByRole('heading', { name: 'User Details' })).toBeVisible();
  expect(await api.user(id)).toMatchObject({ first_name: 'Anne' });
  await api.changeUser(id, { first_name: null, last_name: null });
  other.guard.check();
  await other.context.close();
});
