import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { apartmentFields, readApartment } from '~/apartments/fields';
import { condoFields, readCondo } from '~/condos/fields';
import { getSession } from '~/rpc/session-store';
import type { BulkType } from '~/imports/schema';
import { rowVersion } from '~/imports/row-version.server';
import { toCsv } from '../../support/edited-exports';
import { findReview, openImport, READING_LIMIT_MS, VALIDATE } from '../../support/import-screen';
import { pressTwice } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

/*
 * An edited export on an API of the wire contract alone. The panel compares it with the list and
 * applies it row by row.
 */

const condo = (id: number, name: string) => ({
  id,
  name,
  address: `Seestrasse ${id}`,
  city: 'Zug',
  state: 'Zug',
  zip_code: '6300',
  country: 'Switzerland',
  description: 'Old',
});

let condos: Map<number, object>;

beforeEach(() => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  condos = new Map([1, 2, 3, 4, 5, 6].map((id) => [id, condo(id, `Haus ${id}`)]));
  api.serve({ '/admin/dashboard-stats': {} });
  api.on('GET /admin/condos', () => ({ body: [...condos.values()] }));
  for (const id of condos.keys()) {
    api.on(`GET /admin/condos/${id}`, () => {
      const body = condos.get(id);
      return body ? { body } : { status: 404, body: {} };
    });
    api.on(`PUT /admin/condos/${id}`, ({ form }) => {
      condos.set(id, { ...condo(id, ''), ...form });
      return { status: 204 };
    });
  }
  api.on('POST /admin/condos', ({ form }) => {
    condos.set(99, { ...condo(99, ''), description: '', ...form });
    return { status: 201, body: { id: 99 } };
  });
  api.on('GET /admin/condos/99', () => ({ body: condos.get(99) }));
  api.on('DELETE /admin/condos/99', () => {
    condos.delete(99);
    return { status: 204 };
  });
});

/** The export of these buildings with another city, and a new one. */
function editedFile(ids: readonly number[], { withNew = false } = {}): File {
  const rows = ids.map((id) => {
    const one = condo(id, `Haus ${id}`);
    const row_version = rowVersion(condoFields, readCondo(one));
    return { ...one, id: String(id), row_version, city: 'Bern' };
  });
  const added = { ...condo(0, 'Neubau'), id: '', row_version: '' };
  return new File([toCsv(withNew ? [...rows, added] : rows)], 'buildings.csv');
}

async function review(file: File, type: BulkType = 'condo') {
  const { validate, ...steps } = await openImport({ type });
  await validate(file);
  return { ...steps, card: await findReview() };
}

const putsMade = () => api.calls.filter(({ method }) => method === 'PUT');

test('a file without versions is compared with the list where somebody asks for it', async () => {
  api.on(VALIDATE, () => ({ body: { valid_rows: [{ name: 'Haus 1' }], invalid_rows: [] } }));
  const { validate, press } = await openImport();
  await validate(new File(['name;city\nhaus 1;Bern\nHaus 2;Zug\n'], 'cities.csv'));
  await screen.findByRole('button', { name: 'Compare with stored records' });
  await press('Compare with stored records');
  const card = await findReview();
  expect(
    within(card).getByText(/1 changed, 0 new, 0 in conflict, 1 unchanged, 0 invalid/),
  ).toBeVisible();
  await press('Apply Changes');
  expect(await screen.findByText('1 building changed.')).toBeVisible();
  expect(condos.get(1)).toMatchObject({ name: 'Haus 1', city: 'Bern', description: 'Old' });
});

test('the file is compared with the list, applied row by row, and undone', async () => {
  const { user, card } = await review(editedFile([1, 2], { withNew: true }));
  expect(within(card).getByText(/2 changed, 1 new, 0 in conflict/)).toBeVisible();
  await user.click(within(card).getByRole('checkbox', { name: 'Apply Haus 2' }));
  pressTwice(within(card).getByRole('button', { name: 'Apply Changes' }));
  expect(await screen.findByText('1 building changed, 1 building created.')).toBeVisible();
  // Twice pressed, once applied; all fields are sent, and no image.
  const { id: _id, ...fields } = condo(1, 'Haus 1');
  expect(putsMade().map(({ path, form }) => [path, form])).toEqual([
    ['/admin/condos/1', { ...fields, city: 'Bern' }],
  ]);
  expect(putsMade()[0]?.headers).not.toHaveProperty('if-match');
  expect(api.made('POST /admin/condos')).toHaveLength(1);
  expect(api.made('POST /admin/bulk-validate')).toEqual([]);

  pressTwice(await screen.findByRole('button', { name: 'Undo this import' }));
  expect(await screen.findByText('1 entry removed.')).toBeVisible();
  expect(screen.getByText('1 entry restored.')).toBeVisible();
  expect(condos.get(1)).toMatchObject({ city: 'Zug' });
  expect(condos.has(99)).toBe(false);
  expect(putsMade()).toHaveLength(2);
  expect(api.made('DELETE /admin/condos/99')).toHaveLength(1);
});

test('records changed or deleted in the meantime are named, the rest is applied; the same holds for the undo', async () => {
  const { press } = await review(editedFile([1, 2, 3]));
  condos.set(1, { ...condo(1, 'Haus 1'), city: 'Genf' });
  condos.delete(2);
  await press('Apply Changes');
  expect(await screen.findByText('1 building changed. 2 rows failed.')).toBeVisible();
  const table = screen.getByRole('table', { name: 'Rows that cannot be applied' });
  expect(within(table).getByText(/id "1": it was changed since the review/)).toBeVisible();
  expect(within(table).getByText(/id "2": the record was deleted/)).toBeVisible();
  expect(putsMade().map(({ path }) => path)).toEqual(['/admin/condos/3']);

  condos.set(3, { ...condo(3, 'Haus 3'), city: 'Chur' });
  await press('Undo this import');
  expect(await screen.findByText('Haus 3: It was changed after the import')).toBeVisible();
});

test('a record that has the new values already is done; what others changed in it stays', async () => {
  const { press } = await review(editedFile([1, 2]));
  condos.set(1, { ...condo(1, 'Haus 1'), city: 'Bern' });
  condos.set(2, { ...condo(2, 'Haus 2'), description: 'Theirs' });
  await press('Apply Changes');
  expect(await screen.findByText('2 buildings changed.')).toBeVisible();
  expect(putsMade().map(({ path }) => path)).toEqual(['/admin/condos/2']);
  expect(condos.get(2)).toMatchObject({ city: 'Bern', description: 'Theirs' });
});

test('null in place of a record is one that was deleted', async () => {
  api.on('GET /admin/condos/1', () => ({ body: null }));
  const { press } = await review(editedFile([1]));
  await press('Apply Changes');
  expect(await screen.findByText(/id "1": the record was deleted/)).toBeVisible();
});

test("the version that the API sends goes with the change; the second one is named with the API's text", async () => {
  api.on('GET /admin/condos/1', () => ({ body: condos.get(1), etag: '"v1"' }));
  api.reject('PUT /admin/condos/1', 412, 'Somebody else was first');
  const { press } = await review(editedFile([1]));
  await press('Apply Changes');
  expect(await screen.findByText(/id "1": Somebody else was first$/)).toBeVisible();
  expect(putsMade().map(({ headers }) => headers['if-match'])).toEqual(['"v1"']);
});

test('an apartment is sent whole, as by its form: without a parking spot it has "None"', async () => {
  const flat = { id: 5, condo_id: 1, apartment_number: '1A', sqmt: '82.50', notes: 'Corner' };
  api.serve({ '/admin/apartments': [flat], '/admin/apartments/5': flat });
  api.on('PUT /admin/apartments/5', () => ({ status: 204 }));
  api.on('POST /admin/apartments', () => ({ status: 201, body: { id: 6 } }));
  const row = { apartment_number: '1A', condo_id: 'Haus 2', sqmt: '82.5', notes: 'Corner' };
  const row_version = rowVersion(apartmentFields, readApartment(flat));
  const rows = [
    { ...row, id: '5', row_version },
    { ...row, id: '', row_version: '', apartment_number: '2B' },
  ];
  const { press } = await review(new File([toCsv(rows)], 'apartments.csv'), 'apartment');
  await press('Apply Changes');
  expect(await screen.findByText('1 apartment changed, 1 apartment created.')).toBeVisible();
  const sent = { condo_id: 2, sqmt: 82.5, notes: 'Corner', parking_spot_number: 'None' };
  expect(api.sent('PUT /admin/apartments/5')).toEqual([{ ...sent, apartment_number: '1A' }]);
  expect(api.sent('POST /admin/apartments')).toEqual([{ ...sent, apartment_number: '2B' }]);
});

test.each([
  ['whose id the API does not say', {}, 'Neubau: The API did not say its id'],
  ['that was changed since', { id: 99 }, 'Neubau: It was changed after the import'],
])('a created record %s stays, and is named', async (_which, body, kept) => {
  api.on('POST /admin/condos', () => ({ status: 201, body }));
  condos.set(99, condo(99, 'Another name'));
  const { press } = await review(editedFile([], { withNew: true }));
  await press('Apply Changes');
  await press('Undo this import');
  expect(await screen.findByText(kept)).toBeVisible();
});

/** No building is changed until the returned function is called. */
function holdChanges(): () => void {
  const held = [...condos.keys()].map((id) =>
    api.hold(`PUT /admin/condos/${id}`, () => ({ status: 204 })),
  );
  return () => {
    for (const release of held) release();
  };
}

test('four at once; Cancel waits for those and tries no other, and says so', async () => {
  const release = holdChanges();
  const { user, press } = await review(editedFile([1, 2, 3, 4, 5, 6]));
  await press('Apply Changes');
  const progress = await screen.findByRole('region', { name: 'Import progress' });
  await waitFor(() => expect(putsMade()).toHaveLength(4));
  expect(within(progress).getByRole('progressbar', { name: 'Rows applied' })).toBeVisible();
  // Nothing else is begun meanwhile.
  expect(screen.getByRole('button', { name: 'Choose another file' })).toBeDisabled();
  expect(screen.getByRole('combobox', { name: 'Upload Type' })).toBeDisabled();
  await user.click(within(progress).getByRole('button', { name: 'Cancel' }));
  release();
  expect(
    await screen.findByText('4 buildings changed. Cancelled: 2 rows not applied.'),
  ).toBeVisible();
  expect(putsMade()).toHaveLength(4);
});

test('the end of the session on the way ends it: the rest is not tried', async () => {
  const release = holdChanges();
  api.on('GET /admin/condos/2', () => ({ status: 401, body: {} }));
  const { press } = await review(editedFile([1, 2, 3, 4, 5, 6]));
  expect(getSession()).not.toBeNull();
  await press('Apply Changes');
  await waitFor(() => expect(getSession()).toBeNull());
  release();
  expect(await screen.findByText(/Cancelled: 2 rows not applied/)).toBeVisible();
  expect(api.made('GET /admin/condos/6')).toEqual([]);
});

test.each([
  ['a change without an answer', 'PUT', { status: 502, body: {} }],
  ['a page in place of a record', 'GET', { body: '<html>' }],
])('a message says that %s may have been applied', async (_what, method, answer) => {
  api.on(`${method} /admin/condos/1`, () => answer);
  const { press } = await review(editedFile([1]));
  await press('Apply Changes');
  expect(
    await screen.findByText(/It may have been applied: validate the file again/),
  ).toBeVisible();
});

test('a check can be cancelled: it says how far it is, and the screen is as before', async () => {
  const release = api.hold('GET /admin/condos', () => ({ body: [] }));
  api.serve({ '/admin/apartments': [{ id: 1 }, { id: 2 }] });
  const { user, validate } = await openImport({ type: 'apartment' });
  await validate(new File(['id;row_version;apartment_number\r\n1;v;A'], 'apartments.csv'));
  const progress = await screen.findByRole('region', { name: 'Validation progress' });
  const reading = { timeout: READING_LIMIT_MS };
  expect(await within(progress).findByText('2 records read', {}, reading)).toBeVisible();
  await user.click(within(progress).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Validate File' })).toHaveFocus();
  expect(screen.queryByRole('region', { name: 'Validation progress' })).toBeNull();
  release();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Review' })).toBeNull();
});
