import { expect, test } from '../support/test';

// A list of tenants from a spreadsheet: checked, corrected, created and taken back.

test('people and tenancies: a row is corrected, all are created, and the import is undone', async ({
  page,
  api,
}) => {
  await api.clear();
  const condo_id = await api.createCondo({ name: 'Seeblick' });
  for (const apartment_number of ['3', '7'])
    await api.createApartment({ condo_id, apartment_number });
  const lines = [
    'Mieterspiegel Seeblick',
    '',
    'Mieter;E-Mail;Telefon;Liegenschaft;Wohnungsnummer;Einzug;Auszug',
    'Anna Rossi;anna@example.com;079 123 45 67;Seeblick;3;1.4.2026;',
    'Luca Favre;;;Seeblick;7;1.4.2026;31.3.2026',
    'Luca Favre;;;Seeblick;3;2020;31.3.2026',
  ];
  await page.goto('/bulk-operations?type=tenancy');
  await expect(page.getByLabel('Upload Type')).toHaveValue('tenancy');
  await page.getByLabel('File').setInputFiles({
    name: 'mieter.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
  await page.getByRole('button', { name: 'Validate File' }).click();
  await expect(page.getByText('1 valid', { exact: true })).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Invalid rows' });
  await expect(grid).toContainText('Auszug "2026-03-31": The last day is before the first');
  await expect(grid).toContainText('2020 is a year alone: write the whole date as YYYY-MM-DD');

  await grid.getByRole('gridcell', { name: '31.3.2026', exact: true }).first().click();
  await page.keyboard.type('31.3.2027');
  await page.keyboard.press('Enter');
  await grid.getByRole('gridcell', { name: '2020', exact: true }).click();
  await page.keyboard.type('1.1.2020');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create Entries for Valid Rows' }).click();
  await expect(page.getByText('3 entries created.', { exact: true })).toBeVisible();

  await page.goto(`/condos/${condo_id}`);
  await expect(page.getByText('Anna Rossi').first()).toBeVisible();
  await expect(page.getByText('Luca Favre').first()).toBeVisible();

  await page.goto('/bulk-operations');
  const record = page.getByRole('row').filter({ hasText: 'mieter.csv' });
  await expect(record).toContainText('People and tenancies');
  await record.getByRole('button', { name: 'Undo this import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo Import' });
  await expect(dialog).toContainText('Remove 3 entries created by this import?');
  await dialog.getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText('3 entries removed.')).toBeVisible();
  const people = await api.send<{ data: unknown[] }>('GET', '/users?search=Favre');
  expect(people.data).toEqual([]);
  await page.goto(`/condos/${condo_id}`);
  await expect(page.getByText('7', { exact: true })).toBeVisible();
  await expect(page.getByText('Anna Rossi')).toHaveCount(0);
});
