import * as XLSX from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBulkReview, type BulkReview } from '~/contract/bulk-review-reading';
import type { ExportQuery } from '~/contract/export-schemas';
import { undone, type ReviewType } from '~/contract/row-review';
import { applyRow, createRow, removeRow } from '~/data/bulk/apply-row.server';
import { panelReviewFrames } from '~/data/bulk/panel-review-frames.server';
import { readFormStream } from '~/lib/form-stream.server';
import { decodeFrames } from '~/lib/frames';
import { createUpstream } from '~/upstream/upstream.server';
import { exported } from '../../support/exported';
import { byHeading, readCsv } from '../../support/exported-files';
import { EXTERNAL_ACCOUNTS } from '../../support/external-api/data';
import { ExternalApi } from '../../support/external-api/external-api';
import { formRequest } from '../../support/form-stream';
import { must } from '../../support/must';

/*
 * An edited export against an API of the wire contract alone: the panel compares and applies. The stand-in rejects each call
 * outside of the contract.
 */

const [CHIEF] = EXTERNAL_ACCOUNTS;
let external: ExternalApi;

beforeAll(async () => {
  external = await ExternalApi.start();
});
afterAll(() => external.close());
beforeEach(() => external.reset());

type Row = Record<string, string | undefined>;

function upstreamOf(token = `token-of-${CHIEF.username}`) {
  return createUpstream({
    baseUrl: external.baseUrl,
    token,
    transport: (request) => fetch(request),
  });
}

async function exportRows(type: ReviewType): Promise<Row[]> {
  const of: ExportQuery =
    type === 'condo'
      ? { list: 'condos', query: { sort_by: 'id', sort_order: 'asc' } }
      : { list: 'apartments', query: {} };
  const { file } = await exported(upstreamOf(), { of, format: 'csv', separator: ';' });
  return byHeading(readCsv(file, ';'), String);
}

const quote = (cell = '') => `"${cell.replaceAll('"', '""')}"`;

/** The rows as a spreadsheet saves them as CSV. */
function toCsv(rows: readonly Row[], { separator = ';', start = '', names = namesOf(rows) } = {}) {
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))];
  return start + lines.map((cells) => cells.map(quote).join(separator)).join('\r\n');
}

function namesOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

async function frames(file: File, { type = 'condo', token = `token-of-${CHIEF.username}` } = {}) {
  const form = new FormData();
  form.set('file', file);
  form.set('type', type);
  const stream = must(readFormStream(formRequest('http://panel.test/x', form)), 'a form');
  const signal = new AbortController().signal;
  let text = '';
  const notes: unknown[] = [];
  for await (const frame of decodeFrames(
    await panelReviewFrames(upstreamOf(token), stream, signal),
  )) {
    if (frame.kind === 'bytes') text += new TextDecoder().decode(frame.bytes);
    else notes.push(frame);
  }
  return { text, notes };
}

async function reviewed(content: BlobPart, type: ReviewType = 'condo'): Promise<BulkReview> {
  const { text, notes } = await frames(new File([content], 'edited.csv'), { type });
  expect(notes.at(-1)).toEqual({ kind: 'end', value: { comes_back: true } });
  return readBulkReview(JSON.parse(text));
}

const review = (rows: readonly Row[], type: ReviewType = 'condo') => reviewed(toCsv(rows), type);

async function apply({ changed, newRows }: BulkReview, type: ReviewType = 'condo') {
  const upstream = upstreamOf();
  for (const { id, changes } of changed) {
    await applyRow(upstream, { type, id, changes: [...changes] });
  }
  return Promise.all(newRows.map((values) => createRow(upstream, { type, values })));
}

const withCity = (rows: readonly Row[]) =>
  rows.map((row): Row => Object.assign({}, row, { city: 'Visp' }));

const named = (rows: readonly Row[], name: string) =>
  must(
    rows.find((row) => row.name === name),
    name,
  );
/** A form's line breaks are those of the network. */
const withPlainBreaks = (rows: readonly Row[]) =>
  rows.map((row): Row => Object.assign({}, row, { address: row.address?.replaceAll('\r', '') }));

const PUTS = /^PUT /;
const puts = () => external.calls.filter(({ line }) => PUTS.test(line));

test('an export that comes back as it was changes nothing, also where a record breaks a rule', async () => {
  for (const [type, count] of [
    ['condo', 3],
    ['apartment', 2],
  ] as const) {
    expect(await review(await exportRows(type), type)).toEqual({
      changed: [],
      conflicts: [],
      newRows: [],
      invalidRows: [],
      unchanged: count,
      missing: 0,
    });
  }
  expect(external.violations).toEqual([]);
});

test('changed and new rows by PUT and POST, and back: all fields are sent, images stay', async () => {
  const before = await exportRows('condo');
  const chalet = named(before, 'Chalet Zermatt');
  const found = await review([
    { ...chalet, number_of_units: '12', website: '' },
    { ...chalet, id: '', row_version: '', name: 'Neubau' },
  ]);
  expect(found).toMatchObject({
    changed: [
      {
        id: 41,
        name: 'Chalet Zermatt',
        changes: [
          { field: 'website', old: 'https://chalet.example', new: null },
          { field: 'number_of_units', old: 4, new: 12 },
        ],
      },
    ],
    newRows: [{ name: 'Neubau' }],
    invalidRows: [],
    missing: 2,
  });
  const [created] = await apply(found);
  expect(puts()).toMatchObject([
    { values: { name: 'Chalet Zermatt', website: '', number_of_units: '12', state: 'Valais' } },
  ]);
  expect(Object.keys(puts()[0]?.values ?? {}).filter((name) => /image|flag/.test(name))).toEqual(
    [],
  );
  expect(named(await exportRows('condo'), 'Neubau')).toMatchObject({ city: 'Zermatt' });

  // The same row once more changes nothing, and makes no call but the reading one.
  const upstream = upstreamOf();
  const [row] = found.changed;
  const { id, changes } = must(row, 'a row');
  await applyRow(upstream, { type: 'condo', id, changes: [...changes] });
  expect(puts()).toHaveLength(1);

  await applyRow(upstream, { type: 'condo', id, changes: undone(changes) });
  await removeRow(upstream, {
    type: 'condo',
    id: must(created?.id, 'an id'),
    values: must(found.newRows[0], 'a row'),
  });
  expect(withPlainBreaks(await exportRows('condo'))).toEqual(withPlainBreaks(before));
  expect(external.violations).toEqual([]);
});

test('a record that was changed since the export is a conflict; a missing or emptied version too', async () => {
  const rows = await exportRows('condo');
  const [chalet, alp] = [named(rows, 'Chalet Zermatt'), named(rows, 'alpenblick')];
  Object.assign(must(external.data.condos[0], 'a building'), { city: 'Täsch' });
  const found = await review([
    { ...chalet, city: 'Visp' },
    { ...alp, row_version: '', city: 'Visp' },
  ]);
  expect(found.changed).toEqual([]);
  expect(found.conflicts).toMatchObject([
    { id: 41, changes: [{ field: 'city', old: 'Täsch', new: 'Visp' }] },
    { id: 7, changes: [{ field: 'city', old: 'Zürich', new: 'Visp' }] },
  ]);
});

test('a record that was changed or deleted after the review is named, and not written', async () => {
  const rows = await exportRows('condo');
  const pair = [named(rows, 'Chalet Zermatt'), named(rows, 'alpenblick')];
  const found = await review(withCity(pair));
  const [first, second] = found.changed;
  const condos = external.data.condos;
  const changedId = must(first, 'a row').id;
  Object.assign(
    must(
      condos.find(({ id }) => id === changedId),
      'it',
    ),
    { city: 'Brig' },
  );
  external.data.condos = condos.filter(({ id }) => id !== second?.id);
  const upstream = upstreamOf();
  const call = ({ id, changes }: BulkReview['changed'][number]) =>
    applyRow(upstream, { type: 'condo', id, changes: [...changes] });
  await expect(call(must(first, 'a row'))).rejects.toThrow('it was changed since the review');
  await expect(call(must(second, 'a row'))).rejects.toThrow('the record was deleted');
  expect(puts()).toEqual([]);
});

test('another field that was changed after the review stays', async () => {
  const found = await review([{ ...named(await exportRows('condo'), 'alpenblick'), city: 'Visp' }]);
  Object.assign(must(external.data.condos[1], 'it'), { description: 'Seen' });
  await apply(found);
  expect(external.data.condos[1]).toMatchObject({ city: 'Visp', description: 'Seen' });
});

test('unknown, deleted, repeated, negative and unreadable ids are named; one written as text is an id', async () => {
  const [row] = await exportRows('condo');
  const { id = '', ...rest } = must(row, 'a row');
  const found = await review([
    { id: ` ${id} `, ...rest },
    { id, ...rest, city: 'Visp' },
    { id: '4711', ...rest },
    { id: '-7', ...rest },
    { id: '1e99', ...rest },
    { id: 'x', ...rest },
    { id: '99999999999', ...rest },
  ]);
  expect(found).toMatchObject({ changed: [], unchanged: 1, missing: 2 });
  expect(found.invalidRows.map(({ error }) => error).toSorted()).toEqual(
    [
      `id "${id}": row 2 has the same id`,
      'id "4711": there is no record with this id: it was deleted, or never existed',
      'id "99999999999": must be the id of a record, or empty',
      'id "-7": must be the id of a record, or empty',
      'id "1e99": must be the id of a record, or empty',
      'id "x": must be the id of a record, or empty',
    ].toSorted(),
  );
});

test('a missing column changes nothing, an emptied cell of a required one is an error', async () => {
  const { id, row_version } = named(await exportRows('condo'), 'alpenblick');
  expect(await review([{ id, row_version, city: 'Visp' }])).toMatchObject({
    changed: [{ changes: [{ field: 'city', new: 'Visp' }] }],
  });
  expect(await review([{ id, row_version, city: '' }])).toMatchObject({
    changed: [],
    invalidRows: [{ fields: ['city'] }],
  });
});

test.each([
  ['commas', { separator: ',' }],
  ['tabs and a byte order mark', { separator: '\t', start: '\uFEFF' }],
  ['a line that names the separator', { start: 'sep=;\r\n' }],
  ['other headings first', { names: ['city', 'row_version', 'zip_code', 'id'] }],
])('%s make no difference', async (_what, options) => {
  const rows = await exportRows('condo');
  const edited = rows.flatMap((row) => (row.id === '7' ? withCity([row]) : [row]));
  expect(await reviewed(toCsv(edited, options))).toMatchObject({
    changed: [{ id: 7, changes: [{ field: 'city', old: 'Zürich', new: 'Visp' }] }],
    invalidRows: [],
    unchanged: 2,
  });
});

test("a workbook's own numbers and dates, and a guard against formulas", async () => {
  const { id, row_version } = named(await exportRows('condo'), 'Chalet Zermatt');
  const cells = {
    id: Number(id),
    row_version,
    date_built: new Date(Date.UTC(1998, 4, 12)),
    number_of_units: 4,
    zip_code: 3920,
    description: "'=1+1",
  };
  const sheet = XLSX.utils.json_to_sheet([cells], { cellDates: false, UTC: true });
  const book = XLSX.utils.book_new(sheet, 'Buildings');
  const bytes: unknown = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' });
  if (!(bytes instanceof Uint8Array)) throw new Error('A workbook was expected');
  expect(await reviewed(new Uint8Array(bytes))).toMatchObject({
    changed: [
      {
        changes: [
          // As CSV that a spreadsheet has saved as a workbook has it.
          { field: 'description', new: '=1+1' },
          { field: 'date_built', old: '1987-12-31', new: '1998-05-12' },
        ],
      },
    ],
  });
  const guarded = await review([{ id, row_version, description: "'=1+1" }]);
  expect(guarded.changed[0]?.changes).toMatchObject([{ field: 'description', new: '=1+1' }]);
});

test('a file of no rows', async () => {
  expect(await reviewed('id;row_version;city\r\n')).toMatchObject({ changed: [], missing: 3 });
});

test('apartments: a building by its name or id; the same file twice creates nothing twice', async () => {
  const [one] = await exportRows('apartment');
  const rows = [
    { ...one, condo_id: 'alpenblick' },
    { ...one, id: '', row_version: '', apartment_number: '9', condo_id: 'alpenblick' },
    { ...one, id: '', row_version: '', apartment_number: '8', condo_id: 'Nowhere' },
    { ...one, id: '', row_version: '', apartment_number: '2b' },
  ];
  const found = await review(rows, 'apartment');
  expect(found).toMatchObject({
    changed: [{ id: 101, name: '1A', changes: [{ field: 'condo_id', old: 41, new: 7 }] }],
    newRows: [{ apartment_number: '9', condo_id: 7 }],
    invalidRows: [{ fields: ['condo_id'] }, { fields: ['apartment_number'] }],
  });
  await apply(found, 'apartment');
  expect(external.data.apartments[0]).toMatchObject({
    condo_id: 7,
    sqmt: 82.5,
    notes: 'Corner flat',
  });
  expect(await review(rows, 'apartment')).toMatchObject({
    changed: [],
    conflicts: [],
    newRows: [],
    unchanged: 1,
    invalidRows: [
      { fields: ['apartment_number'] },
      { fields: ['condo_id'] },
      { fields: ['apartment_number'] },
    ],
  });
  expect(external.violations).toEqual([]);
});

test('a new row that repeats a building is named', async () => {
  const chalet = named(await exportRows('condo'), 'Chalet Zermatt');
  const copy = { ...chalet, id: '', row_version: '' };
  const twin = { ...copy, name: 'Twin' };
  const found = await review([copy, twin, { ...twin, name: 'TWIN' }]);
  expect(found.newRows).toMatchObject([{ name: 'Twin' }]);
  expect(found.invalidRows.map(({ error }) => error)).toEqual([
    expect.stringContaining('exists already (id 41)'),
    expect.stringContaining('row 3 has the same name, address and zip code'),
  ]);
});

test('a file without our headings is none of ours, and nothing is listed for it', async () => {
  const { notes } = await frames(new File(['id;name\r\n1;A'], 'own.csv'));
  expect(notes).toEqual([{ kind: 'end', value: { comes_back: false } }]);
  expect(external.calls.map(({ name }) => name)).toEqual(['stats']);
});

test('what cannot be read is left to the API', async () => {
  const { notes } = await frames(new File(['PK\x03\x04 no workbook'], 'broken.xlsx'));
  expect(notes).toEqual([{ kind: 'end', value: { comes_back: false } }]);
});

test('a list that fails fails the review, and a stranger has no file read', async () => {
  const file = new File([toCsv(await exportRows('condo'))], 'edited.csv');
  external.break('listCondos', { kind: 'status', status: 503, body: { detail: 'Busy' } });
  const { notes, text } = await frames(file);
  expect(text).toBe('');
  expect(notes.at(-1)).toEqual({ kind: 'error', value: { status: 503, detail: 'Busy' } });
  external.heal();
  external.expireTokens();
  await expect(frames(file)).rejects.toMatchObject({ status: 401 });
});

test('a version that the API sends with a record goes with its change', async () => {
  const calls: Array<[string, string | null]> = [];
  const upstream = createUpstream({
    baseUrl: 'http://api.test/api',
    token: 't',
    transport: async (request) => {
      calls.push([request.method, request.headers.get('if-match')]);
      const headers = { etag: '"v1"' };
      return Response.json({ id: 7, name: 'A', city: 'Zug' }, { headers });
    },
  });
  const changes = [{ field: 'city', old: 'Zug', new: 'Visp' }];
  await applyRow(upstream, { type: 'condo', id: 7, changes });
  expect(calls).toEqual([
    ['GET', null],
    ['PUT', '"v1"'],
  ]);
});
