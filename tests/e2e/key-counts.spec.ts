import type { AdminApi } from './support/admin-api';
import { CountedKeys } from './support/counted-keys';
import { condoNames, query, rowOf, toast, undoButton } from './support/screens';
import { expect, test } from './support/test';

// Numbers of keys and clicks that the daily tasks take. Finding is counted in
// key-counts-finding.spec.ts, and tenancies in tenancies.spec.ts.

test('ten apartments with six values each take at most 75 keys', async ({ page, api }) => {
  await api.clear();
  const condoId = await api.createCondo({ name: 'Alpenblick' });
  await page.goto(`/condos/${condoId}`);
  const add = page.getByRole('button', { name: 'Add Apartment' });
  await add.focus();
  const keys = new CountedKeys(page);
  await keys.press('Enter');
  const number = page.getByLabel('Apartment Number');
  await expect(number).toBeFocused();
  await keys.type('K1');
  for (const value of ['2', '3,5', '1', '82,5']) {
    await keys.press('Tab');
    await keys.type(value);
  }
  await keys.press('Tab');
  for (let unit = 1; unit <= 10; unit += 1) {
    // Floor, rooms, bathrooms and square metres stay, and the number counts on; what differs comes first.
    if (unit > 1) {
      await expect(number).toHaveValue(`K${unit}`);
      await expect(number).toBeFocused();
      await keys.press('Tab', 'Tab');
    }
    await keys.type(String(unit));
    await keys.press(unit < 10 ? 'Control+Enter' : 'Enter');
  }
  // The tenth spot was added by Enter alone; Ctrl+Enter does both at once.
  await keys.press('Control+Enter');
  await expect(page.getByRole('cell', { name: 'K10', exact: true })).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(75);
  const made = await api.apartments(condoId);
  expect(made).toHaveLength(10);
  for (const apartment of made) {
    expect(apartment).toMatchObject({ floor_number: 2, bedrooms: 3.5, bathrooms: 1, sqmt: 82.5 });
    expect(apartment.parking_spot_number).toMatch(/^\d+$/);
  }
});

test('ten apartments that are alike but for their numbers take at most 35 keys', async ({
  page,
  api,
}) => {
  const condoId = await api.createCondo({ name: 'Alpenblick' });
  await page.goto(`/condos/${condoId}`);
  await page.getByRole('button', { name: 'Add Apartment' }).focus();
  const keys = new CountedKeys(page);
  await keys.press('Enter');
  const number = page.getByLabel('Apartment Number');
  await expect(number).toBeFocused();
  await keys.type('101');
  for (const value of ['1', '3.5', '1', '80']) {
    await keys.press('Tab');
    await keys.type(value);
  }
  for (let unit = 101; unit <= 110; unit += 1) {
    await expect(number).toHaveValue(String(unit));
    await keys.press(unit < 110 ? 'Control+Enter' : 'Enter');
  }
  await expect(page.getByRole('cell', { name: '110', exact: true })).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(35);
  const alike = { floor_number: 1, bedrooms: 3.5, bathrooms: 1, sqmt: 80 };
  const made = await api.apartments(condoId);
  expect(made).toHaveLength(10);
  for (const apartment of made) expect(apartment).toMatchObject(alike);
});

test('a building is opened from its list with 5 keys, the first row with 2; a deletion is undone with 1', async ({
  page,
  api,
}) => {
  await api.clear();
  await api.createCondo({ name: 'Alpenblick' });
  await api.createCondo({ name: 'Bellevue' });
  await page.goto('/condos');
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Bellevue']);
  const keys = new CountedKeys(page);
  await keys.press('/');
  await expect(page.getByLabel('Search', { exact: true })).toBeFocused();
  await keys.type('bel');
  await expect(condoNames(page)).toHaveText(['Bellevue']);
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Bellevue' })).toBeVisible();
  expect(keys.count).toBe(5);

  await page.goto('/condos');
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Bellevue']);
  await keys.press('j');
  await expect(page.getByRole('link', { name: 'Alpenblick', exact: true })).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Alpenblick' })).toBeVisible();
  expect(keys.count).toBe(5 + 2);

  await page.goto('/condos');
  await rowOf(page, 'Alpenblick').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page, 'Building deleted')).toBeVisible();
  await keys.press('Control+z');
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Bellevue']);
  expect(keys.count).toBe(5 + 2 + 1);
});

test('thirty buildings that are chosen get a new canton with at most 12 keys, and the old one back with 1', async ({
  page,
  api,
}) => {
  await api.clear();
  const names = Array.from({ length: 30 }, (_, index) => `Block ${index + 1}`);
  for (const name of names) await api.createCondo({ name, state: 'Zug' });
  await page.goto('/condos');
  await expect(condoNames(page)).toHaveCount(30);
  await page.getByRole('checkbox', { name: 'Select all shown' }).focus();
  const keys = new CountedKeys(page);
  await keys.press('Space');
  await expect(page.getByRole('button', { name: 'Edit...' })).toBeVisible();
  await keys.press('e');
  const dialog = page.getByRole('dialog', { name: 'Edit 30 buildings' });
  await expect(dialog.getByLabel('Field')).toBeFocused();
  await keys.press('C', 'a', 'Tab');
  await expect(dialog.getByLabel('Canton')).toBeFocused();
  await keys.type('Bern');
  await keys.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Apply Changes' })).toBeFocused();
  await keys.press('Enter');
  await expect(toast(page, '30 buildings changed')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(keys.count).toBeLessThanOrEqual(12);
  await expect(rowOf(page, 'Block 30')).toContainText('Bern');

  await expect(undoButton(page)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Restored')).toBeVisible();
  await expect(rowOf(page, 'Block 30')).toContainText('Zug');
});

test('fifteen postcodes of a list that somebody has sent take at most 60 keys', async ({
  page,
  api,
}) => {
  await api.clear();
  const names = Array.from({ length: 15 }, (_, index) => `Haus ${index + 1}`);
  for (const name of names) await api.createCondo({ name, zip_code: '8002' });
  const rows = names.map((name, index) => `${name};${3000 + index}`);
  const text = ['Gebäude;PLZ', ...rows].join('\r\n');
  await page.goto('/condos');
  await expect(condoNames(page)).toHaveCount(15);
  const keys = new CountedKeys(page);
  await keys.click(page.getByRole('link', { name: 'Bulk Operations' }));
  // To press the area, the file and "Open".
  const file = { name: 'plz.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('File').setInputFiles(file);
  keys.count += 3;
  await keys.click(page.getByRole('button', { name: 'Validate File' }));
  await expect(page.getByText(/^15 changed, 0 new, /)).toBeVisible();
  await keys.click(page.getByRole('button', { name: 'Apply Changes' }));
  await expect(page.getByText('15 buildings changed.')).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(60);
  const stored = await api.condos();
  const byName = new Map(stored.map(({ name, zip_code }) => [name, zip_code]));
  expect(names.map((name) => byName.get(name))).toEqual(
    names.map((_, index) => String(3000 + index)),
  );
});

test('fifteen postcodes are typed one after the other with at most 110 keys', async ({
  page,
  api,
}) => {
  await api.clear();
  const names = Array.from({ length: 15 }, (_, index) => `Haus ${index + 1}`);
  for (const name of names) await api.createCondo({ name, zip_code: '8002' });
  await page.goto('/condos');
  await expect(condoNames(page)).toHaveCount(15);
  const keys = new CountedKeys(page);
  await keys.press('j');
  await expect(page.getByRole('link', { name: 'Haus 1', exact: true })).toBeFocused();
  await keys.press('e');
  await expect(page.getByLabel('Building Name or First Line of the Address')).toBeFocused();
  await keys.press('Tab', 'Tab', 'Tab', 'Tab');
  const heading = page.getByRole('heading', { level: 1 });
  for (const [index, name] of names.entries()) {
    if (index > 0) await keys.press('Escape', ']');
    await expect(heading).toHaveText(name);
    await expect(page.getByLabel('Zip Code')).toBeFocused();
    await keys.type(String(3000 + index));
    await keys.press('Enter');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  }
  expect(keys.count).toBeLessThanOrEqual(110);
  const byName = new Map((await api.condos()).map(({ name, zip_code }) => [name, zip_code]));
  expect(names.map((name) => byName.get(name))).toEqual(
    names.map((_, index) => String(3000 + index)),
  );
});

test("an administration's list with titles and odd values is imported with at most 30 presses, and taken back with 2", async ({
  page,
  api,
}) => {
  await api.clear();
  const condoId = await api.createCondo({ name: 'Alpenblick' });
  const odd = ['200;EG;3½;78 m2;', '201;EG;Studio;30;', '202;3;3 1/2;ca. 80;'];
  const rows = Array.from({ length: 197 }, (_, index) => `${index + 1};2;3.5;78;hell`);
  const lines = [
    'Mieterspiegel Verwaltung Muster AG',
    'Stand: 29.11.2026',
    'Wohnungsnummer;Etage;Zi.;Wfl.;Bemerkung',
    ...rows,
    ...odd,
  ];
  const buffer = Buffer.from(lines.join('\r\n'));
  await page.goto(`/condos/${condoId}`);
  const keys = new CountedKeys(page);
  await keys.click(page.getByRole('link', { name: 'Import apartments' }));
  // To press the area, the file and "Open".
  const file = { name: 'mieterspiegel.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('File').setInputFiles(file);
  keys.count += 3;
  await keys.click(page.getByRole('button', { name: 'Validate File' }));
  // One heading is not known.
  await keys.click(page.getByText('Columns of the file', { exact: true }));
  await page.getByRole('combobox', { name: 'Wfl.' }).selectOption('sqmt');
  keys.count += 2;
  await keys.click(page.getByRole('button', { name: 'Validate File' }));
  await expect(page.getByText('3 invalid', { exact: true })).toBeVisible();
  await keys.click(
    page.getByRole('button', { name: 'Leave empty and put it into Notes (2 rows)' }),
  );
  const grid = page.getByRole('grid', { name: 'Invalid rows' });
  for (const [wrong, right] of [
    ['Studio', '1'],
    ['ca. 80', '80'],
  ] as const) {
    await keys.click(grid.getByRole('gridcell', { name: wrong, exact: true }));
    await keys.type(right);
    await keys.press('Enter');
  }
  await keys.click(page.getByRole('button', { name: 'Create Entries for Valid Rows' }));
  await expect(page.getByText('200 entries created.', { exact: true })).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(30);
  const made = await api.apartments(condoId);
  expect(made).toHaveLength(200);
  expect(made.find(({ apartment_number }) => apartment_number === '200')).toMatchObject({
    floor_number: null,
    bedrooms: 3.5,
    sqmt: 78,
    notes: 'Etage: EG',
  });

  const before = keys.count;
  const record = page.getByRole('row').filter({ hasText: 'mieterspiegel.csv' });
  await keys.click(record.getByRole('button', { name: 'Undo this import' }));
  const question = page.getByRole('dialog', { name: 'Undo Import' });
  await keys.click(question.getByRole('button', { name: 'Undo this import' }));
  await expect(page.getByText('200 entries removed.')).toBeVisible();
  expect(keys.count - before).toBe(2);
  expect(await api.apartments(condoId)).toEqual([]);
});

test("a building's sheet with flats and their residents takes one key", async ({ page, api }) => {
  const condo_id = await api.createCondo({ name: 'Alpenblick', address: 'Weg 12' });
  const apartment_id = await api.createApartment({ condo_id, apartment_number: '7' });
  const anna = { first_name: 'Anna', last_name: 'Rossi' };
  const { id: user_id } = await api.send<{ id: number }>('POST', '/users', anna);
  const home = { user_id, condo_id, apartment_id, role: 'renter' };
  await api.send('POST', '/user-condo-associations', home);
  await page.goto(`/condos/${condo_id}`);
  await expect(page.getByRole('table').getByText('Anna Rossi').first()).toBeVisible();
  // Ctrl+P: the sheet is the page as it is.
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('table', { name: 'Apartments in this building' });
  await expect(sheet.getByText('Anna Rossi').filter({ visible: true })).not.toHaveCount(0);
  await expect(page.getByText('Weg 12', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Apartment' })).toBeHidden();
});

test('twenty people are invited with at most 30 keys beside the paste, and back with 1', async ({
  page,
  context,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const condoId = await api.createCondo({ name: 'Alpenblick' });
  const lines: string[] = [];
  for (let unit = 1; unit <= 20; unit += 1) {
    await api.createApartment({ condo_id: condoId, apartment_number: `A${unit}` });
    lines.push(`Person ${unit} <person${unit}@example.com>\tA${unit}`);
  }
  await page.goto(`/condos/${condoId}`);
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'));
  const keys = new CountedKeys(page);
  await keys.click(page.getByRole('link', { name: 'Invite to this Building' }));
  await keys.click(page.getByLabel('Email Address'));
  await page.keyboard.press('Control+v');
  await expect(page.getByLabel('E-mail addresses')).toBeFocused();
  await keys.click(page.getByRole('button', { name: 'Preview' }));
  await expect(page.getByText('20 ready')).toBeVisible();
  await keys.click(page.getByRole('button', { name: 'Send 20 invitations' }));
  await expect(toast(page, '20 invitations sent')).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(30);
  const pending = () => invitedTo(api, condoId);
  expect(await pending()).toHaveLength(20);
  await expect(undoButton(page)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(pending).toEqual([]);
});

/** The addresses that are invited to a building. */
async function invitedTo(api: AdminApi, condoId: number): Promise<string[]> {
  type Invited = ReadonlyArray<{ email: string; condo: { id: number } }>;
  const pending = await api.send<Invited>('GET', '/invitations?status=pending');
  return pending.filter(({ condo }) => condo.id === condoId).map(({ email }) => email);
}

test('two accounts of one person are merged with at most 15 keys, and apart again with 1', async ({
  page,
  api,
}) => {
  const add = (fields: object) => api.send<{ id: number }>('POST', '/users', fields);
  const anna = { first_name: 'Anna', last_name: 'Zwyssig' };
  const kept = await add({ ...anna, email: 'anna.zwyssig@example.com' });
  const closed = await add({ ...anna, email: 'zwyssig@example.com', phone: '044 1' });
  await page.goto(`/users/${kept.id}`);
  const keys = new CountedKeys(page);
  await keys.click(page.getByRole('button', { name: 'Merge with...' }));
  const dialog = page.getByRole('dialog', { name: 'Merge people' });
  await expect(dialog.getByRole('combobox', { name: 'Person' })).toBeFocused();
  await keys.type('zwys');
  await expect(page.getByRole('option', { name: /^Anna Zwyssig/ })).toBeVisible();
  await keys.press('Enter');
  await expect(dialog.getByText(/^The account of Anna Zwyssig/)).toBeVisible();
  await keys.click(dialog.getByRole('button', { name: 'Merge', exact: true }));
  await expect(dialog).toBeHidden();
  expect(keys.count).toBeLessThanOrEqual(15);
  const account = () => api.send<Record<string, unknown>>('GET', `/users/${closed.id}`);
  expect(await account()).toMatchObject({ merged_into: kept.id, is_active: false });
  await expect(undoButton(page)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(account).toMatchObject({ merged_into: null, is_active: true });
});

test('the link of a saved view is on the clipboard with at most 3 presses, and leads a colleague there', async ({
  page,
  context,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const search = new URLSearchParams({ search: 'Seefeld' });
  const view = { name: 'Seefeld', path: '/condos', search: String(search) };
  await api.send('POST', '/saved-views', { ...view, is_starred: false, is_shared: false });
  await page.goto('/condos');
  const keys = new CountedKeys(page);
  await keys.click(page.getByRole('button', { name: 'Views' }));
  const saved = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Seefeld' });
  await keys.click(saved.getByRole('button', { name: 'Copy link' }));
  // Outside of the dialog, by which the region of toasts is hidden from roles.
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(3);
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(page.getByRole('heading', { name: 'Building Management' })).toBeVisible();
  expect(query(page)).toEqual({ search: 'Seefeld' });
});
