import { failedRequest } from './support/console-guard';
import { expect, test } from './support/external-test';
import { expectNoSidewaysScroll, exportCsv, inviteResident, toast } from './support/screens';

/** The wire lines of the calls so far, without those that were asked ahead of need. */
const line = (method: string) => (call: { line: string }) => call.line.startsWith(method);

test('users: list, search, building, detail, edit, association and delete', async ({
  page,
  external,
}) => {
  await page.goto('/users');
  await expect(page.getByRole('row', { name: /Anna Keller/ })).toBeVisible();
  expect(external.takeCalls().map((call) => call.line)).toEqual([
    'GET /admin/users?page=1&page_size=10',
  ]);
  await page.getByRole('searchbox', { name: 'Search' }).fill('anna');
  await expect(page).toHaveURL(/\/users\?search=anna$/);
  await page.getByRole('combobox', { name: 'Building' }).click();
  await page.getByRole('option', { name: /Chalet Zermatt/ }).click();
  await expect(page).toHaveURL(/condo_id=41/);
  await expect
    .poll(() => external.calls.map((call) => call.line))
    .toContain('GET /admin/users?search=anna&page=1&page_size=10&condo_id=41');

  await page.getByRole('link', { name: 'View' }).first().click();
  await expect(page.getByText('Never')).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('First Name').fill('Annina');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL(/\/users\/900$/);
  expect(external.calls.find(line('PUT'))?.values).toEqual({
    first_name: 'Annina',
    last_name: 'Keller',
  });

  await page.goto('/users/900/edit');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Association deleted')).toBeVisible();
  await expect(page.getByText('No associations found.')).toBeVisible();

  await page.goto('/users');
  await page.getByRole('row', { name: /anna@/ }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'User deleted')).toBeVisible();
  expect(external.calls.filter(line('DELETE')).map((call) => call.line)).toEqual([
    'DELETE /admin/user-condo-associations/5000',
    'DELETE /admin/users/900',
  ]);
});

test('invitations: send, list without extras, resend and delete', async ({ page, external }) => {
  await inviteResident(page, 'neu@external.example', 'chalet', 'Unit 1A (Floor 1)');
  await expect(page).toHaveURL(/\/users$/);
  expect(external.calls.find(line('POST'))?.values).toEqual({
    email: 'neu@external.example',
    role: 'renter',
    condo_id: 41,
    apartment_id: 101,
  });

  await page.goto('/pending-invitations');
  const row = page.getByRole('row', { name: /guest@/ });
  await expect(row).toContainText('Jun 1, 2025');
  await expect(page.getByText(/Expires|Email sent/)).toHaveCount(0);
  await row.getByRole('button', { name: 'Resend' }).click();
  await expect(toast(page, 'Invitation email resent')).toBeVisible();
  await row.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Invitation' });
  await expect(dialog).toContainText(/cannot be undone\.\s*guest@/);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Invitation deleted')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('apartments: cards, search, edit, create and delete', async ({ page, external }) => {
  await page.goto('/apartments');
  const card = page.getByRole('listitem', { name: 'Unit 1A' });
  await expect(card).toContainText('Corner flat');
  await card.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Notes').fill('Renovated');
  await page.getByRole('button', { name: 'Update Apartment' }).click();
  await expect(card).toContainText('Renovated');
  await expect(card.getByRole('button', { name: 'Edit' })).toBeFocused();
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Apartment deleted successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(card).toHaveCount(0);

  await page.getByRole('link', { name: 'Add New Apartment' }).click();
  await page.getByRole('combobox', { name: 'Building' }).fill('zurich');
  await page.keyboard.press('Enter');
  await page.getByLabel('Apartment Number').fill('9Z');
  await page.getByRole('button', { name: 'Create Apartment' }).click();
  await expect(toast(page, 'Apartment created successfully!')).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Unit 9Z' })).toBeVisible();
  expect(external.calls.find(line('POST'))?.values).toEqual({
    condo_id: 7,
    apartment_number: '9Z',
    parking_spot_number: 'None',
  });
});

test('accepting is not offered, and not asked about', async ({ page, external, browserGuard }) => {
  browserGuard.expect(failedRequest(404));
  await page.goto('/invitations/accept?token=abcdefghijklmnopqrstuvwxyz');
  await expect(page.getByRole('alert')).toHaveText('Invitations are not accepted at this address.');
  expect(external.calls).toEqual([]);
});

test('on a phone an association is a card that shows its button', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/users/900/edit');
  const table = page.getByRole('table', { name: /^Associations of/ });
  await expect(table.getByRole('cell')).toHaveCount(4);
  await expect(table.getByRole('button', { name: 'Delete' })).toBeVisible();
  await expectNoSidewaysScroll(page, table.locator('..'));
});

test('a long name in the header leaves brand and search button on one line', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.addInitScript(() => {
    const user = localStorage.getItem('user') ?? '{}';
    const first_name = 'Wolfgang '.repeat(9);
    localStorage.setItem('user', JSON.stringify(Object.assign(JSON.parse(user), { first_name })));
  });
  await page.goto('/condos');
  await expect(page.getByText(/^Welcome, Wolfgang/)).toBeVisible();
  for (const text of [page.getByText('Condo Admin'), page.getByRole('banner').locator('kbd')])
    expect((await text.boundingBox())?.height).toBeLessThan(30);
});

test('a long word of the API widens neither a phone nor a dialog', async ({
  page,
  external,
  browserGuard,
}) => {
  browserGuard.expect(failedRequest(400));
  const detail = 'Fehlermeldung_'.repeat(12);
  for (const call of ['listUsers', 'inviteUser', 'bulkValidate'] as const)
    external.break(call, { kind: 'status', status: 400, body: { detail } });
  await page.setViewportSize({ width: 360, height: 740 });

  await page.goto('/condos/41');
  await expect(page.getByText(`Error loading users: ${detail}`)).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.goto('/bulk-operations');
  await page.waitForLoadState('networkidle');
  const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('name') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Validate File' }).click();
  await expect(page.getByText(`Validation failed: ${detail}`)).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.goto('/users/invite?condo_id=41&role=building_manager&email=a@b.ch');
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText(`Failed to send invitation: ${detail}`)).toBeVisible();
  await expectNoSidewaysScroll(page, page.locator('[role=alertdialog], [role=dialog]'));
});

test('who lives in a building: at its apartments, as a file, on the clipboard and on paper', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/condos/41');
  const apartments = page.getByRole('table', { name: 'Apartments in this building' });
  const unit = apartments.getByRole('button', { name: 'Anna Keller' });
  await expect(apartments.getByRole('checkbox', { name: 'Select 1A' })).toBeVisible();
  await unit.click();
  await expect(apartments.getByRole('list', { name: 'People of 1A' })).toContainText('Anna Keller');

  const { text } = await exportCsv(page, 'Residents');
  expect(text).toMatch(/"1A";.*"Anna Keller";/);

  await apartments.getByRole('checkbox', { name: 'Select 1A' }).check();
  await page.getByRole('button', { name: 'Copy e-mail addresses' }).last().click();
  await expect(toast(page, '1 e-mail address copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^anna@/);

  // Paper has the people of each unit, and no buttons.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('list', { name: 'People of 1A' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden();
});
