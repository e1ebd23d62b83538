import { findViolations } from './support/axe';
import { ADMIN } from './support/panel-server';
import { toast } from './support/screens';
import { expect, test } from './support/test';

test('a finding by keyboard: from the menu to its list, put aside, taken back, cured', async ({
  page,
  api,
}) => {
  await api.clear();
  const condo = await api.createCondo({ name: 'Seeblick', number_of_units: 1 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: `Welcome, ${ADMIN.email}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Portfolio Check' }).click();
  await expect(page.getByRole('heading', { name: 'Portfolio Check' })).toBeVisible();
  const findings = page.getByRole('table', { name: 'Findings' });
  const units = findings.getByRole('row', { name: /Declared units differ/ });
  await expect(units.getByRole('cell').nth(1)).toHaveText('1');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await findViolations(page), colorScheme).toEqual([]);
  }

  await units.getByRole('link').press('Enter');
  await expect(page).toHaveURL(/kind=unit_count/);
  await expect(page.getByText('1 declared, 0 entered')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Dismiss' });
  await dialog.getByLabel('Reason').fill('Under construction');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(toast(page, 'Finding dismissed')).toBeVisible();
  await expect(page.getByText('No findings.')).toBeVisible();

  await page.getByRole('link', { name: 'Dismissed' }).click();
  await expect(page.getByText('Under construction')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reopen' }).press('Enter');
  await expect(toast(page, 'Finding reopened')).toBeVisible();
  await expect(page.getByText('Nothing is dismissed.')).toBeVisible();

  await api.createApartment({ condo_id: condo, apartment_number: '1' });
  await page.getByRole('link', { name: 'Back to all findings' }).click();
  await expect(units).toHaveCount(0);
  // The next step is another finding's: the apartment has no resident.
  await findings.getByRole('link', { name: 'Apartments without a resident' }).click();
  await page.getByRole('link', { name: 'Invite' }).click();
  await expect(page.getByRole('heading', { name: 'Invite User' })).toBeVisible();
  // And back to the same row, which says so.
  await page.getByLabel('Email Address').fill('anna@example.com');
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Invited anna@example.com, today')).toBeVisible();
  await expect(page.getByRole('link', { name: '1, Seeblick' })).toBeFocused();
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto('/portfolio-check?kind=empty_apartment');
  await expect(page.getByRole('link', { name: '1, Seeblick' })).toBeVisible();
});
