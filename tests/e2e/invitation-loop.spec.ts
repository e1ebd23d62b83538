import { expect, linkMailedTo, test } from './support/mail-test';
import { inviteResident, toast } from './support/screens';

const GUEST = 'claire.favre@example.com';

test('invited, mailed, accepted, listed, removed, deactivated', async ({
  page,
  browser,
  api,
  smtp,
}) => {
  const condo_id = await api.createCondo({ name: 'Résidence du Lac' });
  await api.createApartment({ condo_id, apartment_number: '12B', floor_number: 3 });

  await inviteResident(page, GUEST, 'residence', 'Unit 12B (Floor 3)');

  const { href: link } = await linkMailedTo(smtp, GUEST);
  const visitor = await browser.newContext();
  const guest = await visitor.newPage();
  await guest.goto(link);
  await expect(guest.getByText('Résidence du Lac')).toBeVisible();
  await guest.getByLabel('First Name').fill('Claire');
  await guest.getByLabel('Last Name').fill('Favre');
  await guest.getByLabel('Password').fill('lake-and-mountain-7');
  await guest.getByRole('button', { name: 'Accept Invitation' }).click();
  await expect(guest.getByText('Invitation accepted.')).toBeVisible();
  await guest.goto(link);
  await expect(guest.getByRole('alert')).toContainText(/already/i);
  await visitor.close();

  await page.goto('/pending-invitations');
  await expect(page.getByText('No pending invitations found.')).toBeVisible();

  await page.goto('/users?search=favre');
  const row = page.getByRole('row', { name: /Claire Favre/ });
  await expect(row).toContainText('Active');
  await page.getByRole('button', { name: 'Expand All' }).click();
  const associations = page.getByRole('table', { name: /^Associations/ });
  await expect(associations).toContainText(/Résidence du Lac.*12B.*Renter/);

  await row.getByRole('link', { name: 'Edit' }).click();
  // The list, which is there until then, has a Delete too.
  await expect(page.getByLabel('First Name')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Are you sure you want to remove this association?')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Association deleted')).toBeVisible();

  await page.goto('/users?search=favre');
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toContainText('Inactive');
  await expect(row.getByRole('button', { name: 'Edit' })).toBeDisabled();

  await page.goto('/users');
  await page.getByRole('checkbox', { name: 'Inactive' }).check();
  await expect(page).toHaveURL(/\/users\?inactive=only$/);
  await expect(row).toContainText('Inactive');
  await expect(
    page.getByRole('row').filter({ hasText: 'Active', hasNotText: 'Inactive' }),
  ).toHaveCount(0);
});
