import { afterEach, beforeEach, expect, it } from 'vitest';
import { bulkApplyResponseSchema } from '~/contract/bulk';
import { bulkImportListSchema, bulkUndoSchema } from '~/contract/bulk-imports';
import { bulkReviewSchema, type BulkReview, type ReviewedRow } from '~/contract/bulk-review';
import type { ExportQuery } from '~/contract/export-schemas';
import { randomKey } from '~/lib/random-key';
import { z } from '~/contract/zod';
import { createUpstream } from '~/upstream/upstream.server';
import { createTestApi, type TestApi } from '../../support/api';
import { aCondo } from '../../support/builders';
import { exported } from '../../support/exported';
import { byHeading, readCsv } from '../../support/exported-files';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
});
afterEach(() => api.close());

type Row = Record<string, string | undefined>;
const withId = z.object({ id: z.int() });
const recordSchema = z.record(z.string(), z.unknown());

async function createCondo(fields: object = {}): Promise<number> {
  const response = await api.call('POST', '/admin/condos', aCondo(fields));
  expect(response.status).toBe(201);
  return withId.parse(await response.json()).id;
}

async function createApartment(condo_id: number, apartment_number: string): Promise<number> {
  const body = { condo_id, apartment_number, bedrooms: 3.5 };
  const response = await api.call('POST', '/admin/apartments', body);
  expect(response.status).toBe(201);
  return withId.parse(await response.json()).id;
}

async function read(path: string): Promise<Record<string, unknown>> {
  return recordSchema.parse(await (await api.call('GET', path)).json());
}

/** The rows of an exported list, to be edited. */
async function exportRows(list: 'condos' | 'apartments'): Promise<Row[]> {
  const upstream = createUpstream({
    baseUrl: 'http://panel.test/api',
    token: api.token,
    transport: async (request) => api.fetch(request),
  });
  const of: ExportQuery =
    list === 'condos' ? { list, query: { sort_by: 'id', sort_order: 'asc' } } : { list, query: {} };
  const { file } = await exported(upstream, { of, format: 'csv', separator: ';' });
  return byHeading(readCsv(file, ';'), String);
}

function toFile(rows: readonly Row[]): File {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
  // As a spreadsheet saves it: guards are part of the texts.
  const text = lines.map((cells) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'),
  );
  return new File([text.join('\r\n')], 'edited.csv');
}

async function post(path: string, fields: Readonly<Record<string, string | File>>, key?: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const request = new Request(`http://panel.test/api${path}`, {
    method: 'POST',
    body: form,
    headers: {
      authorization: `Bearer ${api.token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  });
  return api.fetch(request);
}

async function review(rows: readonly Row[], type = 'condo'): Promise<BulkReview> {
  const response = await post('/admin/bulk-review', { type, file: toFile(rows) });
  expect(response.status).toBe(200);
  return bulkReviewSchema.parse(await response.json());
}

const toChange = ({ row_number, id, version, changes }: ReviewedRow) => ({
  row_number,
  id,
  version,
  values: Object.fromEntries(changes.map((change) => [change.field, change.new])),
});

function apply(
  { changed, new_rows }: Pick<BulkReview, 'changed' | 'new_rows'>,
  { type = 'condo', key = randomKey() } = {},
) {
  const changes = JSON.stringify(changed.map(toChange));
  const rows = JSON.stringify(new_rows);
  return post('/admin/bulk-apply', { type, changes, rows, file_name: 'edited.csv' }, key);
}

async function applied(...call: Parameters<typeof apply>) {
  const response = await apply(...call);
  expect(response.status).toBe(200);
  return bulkApplyResponseSchema.parse(await response.json());
}

const withCity = (rows: readonly Row[], city: string) =>
  rows.map((row) => Object.assign({}, row, { city }));

async function imports() {
  return bulkImportListSchema.parse(await (await api.call('GET', '/admin/bulk-imports')).json());
}

async function undo() {
  const [record] = await imports();
  const response = await api.call('POST', `/admin/bulk-imports/${record?.id}/undo`);
  expect(response.status).toBe(200);
  return bulkUndoSchema.parse(await response.json());
}

it('an export that comes back as it was changes nothing', async () => {
  await createCondo({ name: '=1+1', description: ' a;b\r\n"c" ', date_built: '1850-01-31' });
  const condo = await createCondo({
    name: 'Beta',
    zip_code: '08001',
    website: 'https://b.example',
  });
  await createApartment(condo, '007');
  for (const [list, type, count] of [
    ['condos', 'condo', 2],
    ['apartments', 'apartment', 1],
  ] as const) {
    expect(await review(await exportRows(list), type)).toEqual({
      changed: [],
      conflicts: [],
      new_rows: [],
      invalid_rows: [],
      unchanged: count,
      missing: 0,
    });
  }
});

it('names what is new, changed, unchanged and missing, and applies it once; undo ends where it began', async () => {
  const first = await createCondo({ name: 'Alpha', description: 'Old', number_of_units: 4 });
  await createCondo({ name: 'Beta' });
  await createCondo({ name: 'Gamma' });
  const before = await read(`/admin/condos/${first}`);
  const [alpha, beta] = await exportRows('condos');
  const edited = { ...alpha, number_of_units: '12', description: '' };
  const created = { ...alpha, id: '', row_version: '', name: 'Delta', description: 'New' };
  const found = await review([edited, { ...beta }, created]);
  expect(found).toMatchObject({
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
  expect(await applied(found, { key })).toEqual(result);
  // The same again, as after a lost connection.
  expect(await applied(found, { key })).toEqual(result);
  expect(await read(`/admin/condos/${first}`)).toMatchObject({
    number_of_units: 12,
    description: null,
  });
  expect(await imports()).toMatchObject([
    { type: 'condo', file_name: 'edited.csv', created: 1, changed: 1, undone_at: null },
  ]);

  expect(await undo()).toEqual({ removed: 1, restored: 1, kept: [] });
  expect(await read(`/admin/condos/${first}`)).toEqual(before);
  expect(await exportRows('condos')).toHaveLength(3);
});

it('a record that was changed in the panel since is a conflict, unless both say the same', async () => {
  const id = await createCondo({ name: 'Alpha', city: 'Zug' });
  const same = await createCondo({ name: 'Beta', city: 'Zug' });
  const [alpha, beta] = await exportRows('condos');
  await api.call('PUT', `/admin/condos/${id}`, { city: 'Bern' });
  await api.call('PUT', `/admin/condos/${same}`, { city: 'Bern' });
  const found = await review([
    { ...alpha, city: 'Basel' },
    { ...beta, city: 'Bern' },
  ]);
  expect(found).toMatchObject({
    changed: [],
    conflicts: [{ id, changes: [{ field: 'city', old: 'Bern', new: 'Basel' }] }],
    unchanged: 1,
  });
  // "Mine": the file's value on the version that was shown.
  expect(await applied({ changed: found.conflicts, new_rows: [] })).toMatchObject({ changed: 1 });
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
    invalid_rows: [{ errors: [{ field: 'city' }] }],
  });
});

it('unknown, deleted, repeated and unreadable ids are named', async () => {
  await createCondo({ name: 'Alpha' });
  const gone = await createCondo({ name: 'Beta' });
  const [alpha, beta] = await exportRows('condos');
  await api.call('DELETE', `/admin/condos/${gone}`);
  const found = await review([
    { ...alpha },
    { ...beta, city: 'Bern' },
    { ...alpha, city: 'Bern' },
    { ...alpha, id: '4711' },
    { ...alpha, id: 'x' },
  ]);
  expect(found.changed).toEqual([]);
  const errors = found.invalid_rows.map(({ error }) => error);
  expect(new Set(errors)).toEqual(
    new Set([
      `id "${gone}": there is no record with this id: it was deleted, or never existed`,
      `id "${alpha?.id}": row 2 has the same id`,
      'id "4711": there is no record with this id: it was deleted, or never existed',
      'id "x": must be the id of a record, or empty',
    ]),
  );
});

it('all or none: one row that was changed since the review keeps all of them back', async () => {
  const first = await createCondo({ name: 'Alpha' });
  const second = await createCondo({ name: 'Beta' });
  const rows = withCity(await exportRows('condos'), 'Bern');
  const found = await review(rows);
  await api.call('PUT', `/admin/condos/${second}`, { country: 'France' });
  const result = await applied(found);
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
  const found = await review([{ ...two, condo_id: 'Villa' }], 'apartment');
  expect(found.changed).toMatchObject([
    { id: moved, name: '2', changes: [{ field: 'condo_id', old: tower, new: villa }] },
  ]);
  const clash = await review([{ ...one, apartment_number: '2' }], 'apartment');
  const result = await applied(clash, { type: 'apartment' });
  expect(result).toMatchObject({ created: 0, errors: [{ row: { apartment_number: '2' } }] });
  expect(await applied(found, { type: 'apartment' })).toMatchObject({ changed: 1 });
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
  expect(await undo()).toEqual({
    removed: 0,
    restored: 1,
    kept: [
      { id: second, name: 'Beta', reason: 'It was changed after the import', removable: false },
    ],
  });
  expect(await read(`/admin/condos/${first}`)).toMatchObject({
    city: 'Zürich',
    description: 'Seen',
  });
  expect(await read(`/admin/condos/${second}`)).toMatchObject({ city: 'Basel' });
});

it('the history has what an applied file changed', async () => {
  await createCondo({ name: 'Alpha' });
  const rows = withCity(await exportRows('condos'), 'Bern');
  await applied(await review(rows));
  const history = JSON.stringify(await read('/admin/history'));
  expect(history).toContain('"action":"imported"');
  expect(history).toContain('"old":"Zürich","new":"Bern"');
});

it.each(['user_invite', 'x'])('type %s does not come back', async (type) => {
  const file = toFile([{ id: '1', row_version: 'v' }]);
  expect((await post('/admin/bulk-review', { type, file })).status).toBe(422);
});
