import type { Page } from '@playwright/test';
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
    const found = page.getByRole('listbox', { name: 'Options' }).getByRole('option');
    await expect(found).toHaveCount(1);
    await press('Enter');
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

  await menuOf('3').click();
  await page.getByRole('menuitem', { name: 'Move to another apartment...' }).click();
  await dialog.getByLabel('Apartment', { exact: true }).fill('7');
  await page.getByRole('option', { name: 'Unit 7' }).click();
  await dialog.getByLabel('First day in the new apartment').fill('2031-05-01');
  await dialog.getByRole('button', { name: 'Move to another apartment' }).click();
  await expect(row('7')).toContainText('From May 1, 2031: Anna Rossi');

  await page.goto(`/condos/${condo_id}?as_of=2031-05-01`);
  await expect(page.getByText('As of May 1, 2031')).toBeVisible();
  await expect(row('7')).toContainText('Anna Rossi');
  await expect(row('3')).toContainText('Vacant');
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
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
});
