import type { Locator, Page } from '@playwright/test';
import { expect, linkMailedTo, test } from './support/mail-test';
import type { AdminApi } from './support/admin-api';
import { failedRequest } from './support/console-guard';
import { toast } from './support/screens';

// Who lives where: the daily tasks by keyboard, with the keys that they take besides names and dates.

interface Known {
  api: AdminApi;
  smtp: Parameters<typeof linkMailedTo>[0];
  page: Page;
}

/** A person with an account, by an accepted invitation to another building. */
async function addPerson({ api, smtp, page }: Known, first_name: string, last_name: string) {
  const email = `${first_name.toLowerCase()}@example.com`;
  await api.invite(email, await api.createCondo({ name: `Elsewhere ${first_name}` }));
  const { href } = await linkMailedTo(smtp, email);
  const token = new URL(href).searchParams.get('token');
  const data = { token, first_name, last_name, password: 'lake-and-mountain-7' };
  const accepted = await page.request.post('/api/invitations/accept', { data });
  expect(accepted.status()).toBe(204);
}

test('a renter moves in, moves, and another one follows', async ({
  page,
  api,
  smtp,
  browserGuard,
}) => {
  browserGuard.expect(failedRequest(422));
  await addPerson({ api, smtp, page }, 'Anna', 'Rossi');
  await addPerson({ api, smtp, page }, 'Luca', 'Favre');
  const condo_id = await api.createCondo({ name: 'Seeblick' });
  for (const apartment_number of ['3', '7'])
    await api.createApartment({ condo_id, apartment_number });
  await page.goto(`/condos/${condo_id}`);
  const row = (number: string) =>
    page.getByRole('row').filter({ has: page.getByText(number, { exact: true }) });
  const menuOf = (number: string) => row(number).getByRole('button', { name: 'Residents' });
  const dialog = page.getByRole('dialog');
  let keys = 0;
  const press = async (...pressed: string[]) => {
    for (const key of pressed) {
      keys += 1;
      await page.keyboard.press(key);
    }
  };
  const choose = async (name: string) => {
    await page.keyboard.type(name);
    const options = page.getByRole('listbox', { name: 'Options' }).getByRole('option');
    // And the last one, for a new person of that name.
    await expect(options).toHaveCount(2);
    await press('Enter');
  };

  const tabTo = async (target: Locator) => {
    for (let tabs = 0; tabs < 20; tabs += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await press('Tab');
    }
    await expect(target).toBeFocused();
  };

  await menuOf('3').focus();
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Move in' })).toBeFocused();
  await press('Enter');
  await expect(dialog.getByLabel('Person')).toBeFocused();
  await choose('rossi');
  await press('Enter');
  await expect(toast(page, 'Association added')).toBeVisible();
  expect(keys).toBeLessThanOrEqual(12);
  await expect(row('3')).toContainText('Anna Rossi');

  await menuOf('3').focus();
  keys = 0;
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Move in' })).toBeFocused();
  await press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Move out...' })).toBeFocused();
  await press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Change of tenants...' })).toBeFocused();
  await press('Enter');
  await expect(dialog.getByLabel('Last day').first()).toBeFocused();
  await page.keyboard.type('2030-03-31');
  await press('Tab', 'Tab');
  await choose('favre');
  await press('Enter');
  await expect(toast(page, 'Change of tenants saved')).toBeVisible();
  expect(keys).toBeLessThanOrEqual(25);
  await expect(row('3')).toContainText('From Apr 1, 2030: Luca Favre');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(row('3')).not.toContainText('Luca Favre');

  // From 3 to 7.
  await menuOf('3').focus();
  keys = 0;
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Move in' })).toBeFocused();
  for (const name of ['Move out...', 'Change of tenants...', 'Move to another apartment...']) {
    await press('ArrowDown');
    await expect(page.getByRole('menuitem', { name })).toBeFocused();
  }
  await press('Enter');
  await expect(dialog.getByLabel('Apartment', { exact: true })).toBeFocused();
  await page.keyboard.type('7');
  await expect(page.getByRole('option')).toHaveText(['Unit 7']);
  await press('Enter');
  await tabTo(dialog.getByLabel('First day in the new apartment'));
  await page.keyboard.type('2031-05-01');
  await press('Enter');
  await expect(toast(page, 'Move saved')).toBeVisible();
  expect(keys).toBeLessThanOrEqual(12);
  await expect(row('7')).toContainText('From May 1, 2031: Anna Rossi');

  await page.goto(`/condos/${condo_id}?as_of=2031-05-01`);
  await expect(page.getByText('As of May 1, 2031')).toBeVisible();
  await expect(row('7')).toContainText('Anna Rossi');
  await expect(row('3')).toContainText('Vacant');
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('As of May 1, 2031')).toBeVisible();
  await expect(page.locator('main').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to today' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Anna Rossi' }).click();

  const associations = page.getByRole('table', { name: 'Associations of Anna Rossi' });
  await expect(associations).toContainText('Apr 30, 2031');
  const moved = associations.getByRole('row').filter({ hasText: 'May 1, 2031' });
  await moved.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Last day').fill('2031-04-30');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('The last day is before the first')).toBeVisible();
  await dialog.getByLabel('Last day').fill('2032-04-30');
  await dialog.getByLabel('Note').fill('Key 12');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(associations).toContainText('Apr 30, 2032');

  // The list of all buildings, by a deep link and by the filters.
  await page.goto('/apartments?view=table&vacant_on=2031-05-01');
  const table = page.getByRole('table', { name: 'Apartments' });
  await expect(table).toContainText('Seeblick');
  await expect(table).not.toContainText('Anna Rossi');
  await page.getByLabel('Vacant on').fill('');
  const home = table.getByRole('row').filter({ hasText: 'Seeblick' });
  await expect(home.filter({ hasText: 'Anna Rossi Renter' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Cards' }).click();
  await expect(page.getByRole('listitem', { name: 'Unit 7' })).toBeVisible();

  // The residents of apartment 7, from any screen.
  keys = 0;
  await press('Control+k');
  await page.keyboard.type('seeblick 7');
  await expect(page.getByRole('option', { name: 'Unit 7 Seeblick' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await press('Enter');
  await expect(row('7')).toContainText('Anna Rossi');
  expect(keys).toBeLessThanOrEqual(3);

  // Changes since a day.
  keys = 0;
  await press('Control+k');
  await page.keyboard.type('activity');
  await expect(page.getByRole('option', { name: /^Activity/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  await tabTo(page.getByLabel('From'));
  await page.keyboard.type('2026-01-01');
  await expect(page).toHaveURL(/from=2026-01-01/);
  expect(keys).toBeLessThanOrEqual(12);
});

test.describe('a browser in another time zone', () => {
  test.use({ timezoneId: 'UTC' });

  test('today is the one of TIME_ZONE, wherever the browser is', async ({ page, api }) => {
    const condo_id = await api.createCondo({ name: 'Mitternacht' });
    await api.createApartment({ condo_id, apartment_number: '3' });
    // One in the morning of July 1 in Zurich, which is the server's.
    await page.clock.setFixedTime('2026-06-30T23:00:00Z');
    await page.goto(`/condos/${condo_id}`);
    await page.getByRole('button', { name: 'Residents' }).click();
    await page.getByRole('menuitem', { name: 'Move in' }).click();
    await expect(page.getByRole('dialog').getByLabel('First day')).toHaveValue('2026-07-01');
  });
});

test('somebody without an e-mail address is added, and gets an account later', async ({
  page,
  browser,
  api,
  smtp,
  browserGuard,
}) => {
  browserGuard.expect(failedRequest(422));
  const condo_id = await api.createCondo({ name: 'Amselgrund' });
  await api.createApartment({ condo_id, apartment_number: '3' });
  const dialog = page.getByRole('dialog');
  await page.goto('/users');
  await page.getByRole('button', { name: 'Add person' }).click();
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await expect(dialog.getByText('A name or an email address is required')).toBeVisible();
  await dialog.getByLabel('First Name').fill('Nonna');
  await dialog.getByLabel('Last Name').fill('Bernasconi');
  await dialog.getByLabel('Phone').fill('+41 91 123 45 67');
  await dialog.getByLabel('Building').fill('amselg');
  await page.getByRole('option', { name: 'Amselgrund' }).click();
  await dialog.getByLabel('Apartment').fill('3');
  await page.getByRole('option', { name: 'Unit 3' }).click();
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await expect(toast(page, 'Person added')).toBeVisible();

  await page.goto('/users?search=911234567');
  await page.getByRole('link', { name: 'Nonna Bernasconi' }).click();
  await expect(page.getByText('+41 91 123 45 67')).toBeVisible();
  await expect(page.getByRole('table', { name: /^Associations/ })).toContainText('Amselgrund');
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Phone').fill('+41 91 765 43 21');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('+41 91 765 43 21')).toBeVisible();

  await page.getByRole('link', { name: 'Invite', exact: true }).click();
  await page.getByLabel('Email Address').fill('nonna@example.com');
  await page.getByLabel('Building').fill('amselg');
  await page.getByRole('option', { name: 'Amselgrund' }).click();
  await page.getByLabel('Apartment').fill('3');
  await page.getByRole('option', { name: 'Unit 3' }).click();
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Invitation sent successfully!')).toBeVisible();
  const { href } = await linkMailedTo(smtp, 'nonna@example.com');
  const visitor = await browser.newContext();
  const guest = await visitor.newPage();
  await guest.goto(href);
  await guest.getByLabel('First Name').fill('Nonna');
  await guest.getByLabel('Last Name').fill('Bernasconi');
  await guest.getByLabel('Password').fill('lake-and-mountain-7');
  await guest.getByRole('button', { name: 'Accept Invitation' }).click();
  await expect(guest.getByText('Invitation accepted.')).toBeVisible();
  await visitor.close();

  await page.goto('/users?search=bernasconi');
  await expect(page.getByRole('row', { name: /Nonna Bernasconi/ })).toHaveCount(1);
  await expect(page.getByRole('row', { name: /Nonna Bernasconi/ })).toContainText(
    'nonna@example.com',
  );

  // The next tenants are entered where they move in, invited and told.
  await page.goto(`/condos/${condo_id}`);
  const row = page.getByRole('row').filter({ has: page.getByText('3', { exact: true }) });
  await row.getByRole('button', { name: 'Residents' }).click();
  await page.getByRole('menuitem', { name: 'Change of tenants...' }).click();
  await dialog.getByLabel('Last day').first().fill('2030-03-31');
  await dialog.getByLabel('Person').fill('next@example.com');
  await page.getByRole('option', { name: 'New person: next@example.com' }).click();
  await expect(dialog.getByLabel('Email')).toHaveValue('next@example.com');
  await dialog.getByLabel('First Name').fill('Nina');
  await dialog.getByLabel('Invite by e-mail').check();
  await dialog.getByLabel('Tell them by e-mail').check();
  await dialog.getByRole('button', { name: 'Change of tenants (3 e-mails)' }).click();
  await expect(toast(page, 'Change of tenants saved')).toBeVisible();
  await expect(row).toContainText('From Apr 1, 2030: Nina');
  await linkMailedTo(smtp, 'next@example.com');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(row).not.toContainText('Nina');
});
