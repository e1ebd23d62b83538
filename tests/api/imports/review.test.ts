import { expect, it } from 'vitest';
import { randomKey } from '~/fields/random-key';
import { historyPageSchema } from '~/history/answers';
import { apiPerTest } from '../../support/api';
import { withCity } from '../../support/edited-exports';
import { reviewCalls } from '../../support/review-calls';

const api = apiPerTest();

const {
  createCondo,
  createApartment,
  read,
  exportFile,
  exportRows,
  post,
  review,
  applied,
  imports,
  undo,
} = reviewCalls(() => api);

it('an export that comes back as it was changes nothing', async () => {
  await createCondo({ name: '=1+1', description: ' a;b\r\n"c" ', date_built: '1850-01-31' });
  const beta = { name: 'Beta', zip_code: '08001', website: 'https://b.example' };
  const condo = await createCondo(beta);
  await createApartment(condo, '007');
  for (const [list, type, count] of [
    ['condos', 'condo', 2],
    ['apartments', 'apartment', 1],
  ] as const) {
    const none = { changed: [], conflicts: [], new_rows: [], invalid_rows: [], missing: 0 };
    const reviewed = await review(await exportRows(list), type);
    expect(reviewed).toEqual({ ...none, unchanged: count });
  }
});

it.each(["'=1+1", "'- nicht betreten -'", "''@x", '=1+1'])(
  'a workbook that comes back as it was changes nothing: %s',
  async (text) => {
    await createCondo({ name: text, description: `a;${text}` });
    const file = new File([new Uint8Array(await exportFile('condos', 'xlsx'))], 'condos.xlsx');
    const response = await post('/admin/bulk-review', { type: 'condo', file });
    expect(await response.json()).toMatchObject({ changed: [], conflicts: [], unchanged: 1 });
    expect(await review(await exportRows('condos'))).toMatchObject({ changed: [], unchanged: 1 });
  },
);

it('names the column without which a file is no export that comes back', async () => {
  await createCondo({ name: 'Alpha' });
  const [{ row_version, ...rest } = {}] = await exportRows('condos');
  expect(row_version).not.toBe('');
  const { invalid_rows } = await review([rest]);
  expect(invalid_rows.map(({ error }) => error)).toEqual([
    expect.stringContaining('The file has no column "row_version". Row 1 names: "id", '),
  ]);
});

it('names what is new, changed, unchanged and missing, and applies it once; undo ends where it began', async () => {
  const first = await createCondo({ name: 'Alpha', description: 'Old', number_of_units: 4 });
  await createCondo({ name: 'Beta' });
  await createCondo({ name: 'Gamma' });
  const before = await read(`/admin/condos/${first}`);
  const [alpha, beta] = await exportRows('condos');
  const edited = { ...alpha, number_of_units: '12', description: '' };
  const created = { ...alpha, id: '', row_version: '', name: 'Delta', description: 'New' };
  const reviewed = await review([edited, { ...beta }, created]);
  expect(reviewed).toMatchObject({
    changed: [
      {
        row_number: 2,
        id: first,
        name: 'Alpha',
        changes: [
          { field: 'description', old: 'Old', new: null },
          { field: 'number_of_units', old: 4, new: 12 },
        ],
      },
    ],
    conflicts: [],
    new_rows: [{ row_number: 4, name: 'Delta' }],
    invalid_rows: [],
    unchanged: 1,
    missing: 1,
  });

  const key = randomKey();
  const result = { created: 1, changed: 1, errors: [] };
  const reason = 'After the survey';
  const answer = await applied(reviewed, { key, reason });
  expect(answer).toMatchObject(result);
  // The same again, as after a lost connection.
  expect(await applied(reviewed, { key, reason })).toEqual(answer);
  const changed = { number_of_units: 12, description: null };
  expect(await read(`/admin/condos/${first}`)).toMatchObject(changed);
  expect(await imports()).toMatchObject([
    { type: 'condo', file_name: 'edited.csv', reason, created: 1, changed: 1, undone_at: null },
  ]);

  expect(await undo()).toEqual({ removed: 1, restored: 1, kept: [] });
  const { entries } = await api.read(historyPageSchema, 'GET', '/admin/history');
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'undone', reason: null },
    { action: 'imported', reason },
  ]);
  expect(await read(`/admin/condos/${first}`)).toEqual(before);
  expect(await exportRows('condos')).toHaveLength(3);
});

it('a record that was changed in the panel since is a conflict, unless both say the same', async () => {
  const id = await createCondo({ name: 'Alpha', city: 'Zug' });
  const same = await createCondo({ name: 'Beta', city: 'Zug' });
  const [alpha, beta] = await exportRows('condos');
  await api.call('PUT', `/admin/condos/${id}`, { city: 'Bern' });
  await api.call('PUT', `/admin/condos/${same}`, { city: 'Bern' });
  const reviewed = await review([
    { ...alpha, city: 'Basel' },
    { ...beta, city: 'Bern' },
  ]);
  expect(reviewed).toMatchObject({
    changed: [],
    conflicts: [{ id, changes: [{ field: 'city', old: 'Bern', new: 'Basel' }] }],
    unchanged: 1,
  });
  // "Mine": the file's value on the version that was shown.
  expect(await applied({ changed: reviewed.conflicts, new_rows: [] })).toMatchObject({
    changed: 1,
  });
  expect(await read(`/admin/condos/${id}`)).toMatchObject({ city: 'Basel' });
});

it('a missing column changes nothing, an empty cell of a required one is an error', async () => {
  await createCondo({ name: 'Alpha', description: 'Old' });
  const [row] = await exportRows('condos');
  const { id, row_version } = row ?? {};
  expect(await review([{ id, row_version, city: 'Bern' }])).toMatchObject({
    changed: [{ changes: [{ field: 'city', new: 'Bern' }] }],
  });
  expect(await review([{ id, row_version, city: '' }])).toMatchObject({
    changed: [],
    // With what says which row of the file it is, and which record.
    invalid_rows: [{ row: { row_number: 2, id: Number(id) }, errors: [{ field: 'city' }] }],
  });
});

it('unknown, deleted, repeated and unreadable ids are named', async () => {
  await createCondo({ name: 'Alpha' });
  const deleted = await createCondo({ name: 'Beta' });
  const [alpha, beta] = await exportRows('condos');
  await api.call('DELETE', `/admin/condos/${deleted}`);
  const reviewed = await review([
    { ...alpha },
    { ...beta, city: 'Bern' },
    { ...alpha, city: 'Bern' },
    { ...alpha, id: '4711' },
    { ...alpha, id: 'x' },
  ]);
  expect(reviewed.changed).toEqual([]);
  const errors = reviewed.invalid_rows.map(({ error }) => error);
  expect(new Set(errors)).toEqual(
    new Set([
      `id "${deleted}": there is no record with this id: it was deleted, or never existed`,
      `id "${alpha?.id}": row 2 has the same id`,
      'id "4711": there is no record with this id: it was deleted, or never existed',
      'id "x": must be the id of a record, or empty',
    ]),
  );
});

it.each(['user_invite', 'x'])('type %s does not come back', async (type) => {
  const file = new File(['id;row_version\r\n1;v'], 'edited.csv');
  expect((await post('/admin/bulk-review', { type, file })).status).toBe(422);
});

it('all or none: one row that was changed since the review keeps all of them back', async () => {
  const first = await createCondo({ name: 'Alpha' });
  const second = await createCondo({ name: 'Beta' });
  const rows = withCity(await exportRows('condos'), 'Bern');
  const reviewed = await review(rows);
  await api.call('PUT', `/admin/condos/${second}`, { country: 'France' });
  const result = await applied(reviewed);
  expect(result).toMatchObject({
    created: 0,
    errors: [{ row: { id: second }, errors: [{ field: 'id' }] }],
  });
  expect(await read(`/admin/condos/${first}`)).toMatchObject({ city: 'Zürich' });
  expect(await imports()).toEqual([]);
});

it('apartments: a building by its name, and a number that another one has', async () => {
  const tower = await createCondo({ name: 'Tower' });
  const villa = await createCondo({ name: 'Villa' });
  await createApartment(tower, '1');
  const moved = await createApartment(tower, '2');
  const [one, two] = await exportRows('apartments');
  const reviewed = await review([{ ...two, condo_id: 'Villa' }], 'apartment');
  expect(reviewed.changed).toMatchObject([
    { id: moved, name: '2', changes: [{ field: 'condo_id', old: tower, new: villa }] },
  ]);
  const clash = await review([{ ...one, apartment_number: '2' }], 'apartment');
  const result = await applied(clash, { type: 'apartment' });
  expect(result).toMatchObject({ created: 0, errors: [{ row: { apartment_number: '2' } }] });
  expect(await applied(reviewed, { type: 'apartment' })).toMatchObject({ changed: 1 });
  expect(await read(`/admin/apartments/${moved}`)).toMatchObject({ condo_id: villa });
});

it('undo names what was changed since, and leaves it', async () => {
  const first = await createCondo({ name: 'Alpha' });
  const second = await createCondo({ name: 'Beta' });
  const rows = withCity(await exportRows('condos'), 'Bern');
  await applied(await review(rows));
  await api.call('PUT', `/admin/condos/${second}`, { city: 'Basel' });
  // Another field than the import's is no reason.
  await api.call('PUT', `/admin/condos/${first}`, { description: 'Seen' });
  const reason = 'It was changed after the import';
  const kept = [{ id: second, name: 'Beta', reason, removable: false }];
  expect(await undo()).toMatchObject({ removed: 0, restored: 1, kept });
  const seen = { city: 'Zürich', description: 'Seen' };
  expect(await read(`/admin/condos/${first}`)).toMatchObject(seen);
  expect(await read(`/admin/condos/${second}`)).toMatchObject({ city: 'Basel' });
});
