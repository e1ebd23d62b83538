import { expect, test, vi } from 'vitest';
import type { BulkReview } from '~/imports/schema';
import { HTTP_CONFLICT, HTTP_UNAUTHORIZED } from '~/rpc/errors/http-status';
import { undone, type ReviewType } from '~/imports/row-error';
import { applyRow, applyRows } from '~/imports/apply-row.server';
import { AppError } from '~/rpc/errors/app-error';
import { must } from '../../support/must';
import { named, withCity } from '../../support/edited-exports';
import { externalReviews } from '../../support/panel-review';
import { upstreamTo } from '../../support/upstream-to';

/* Reviewed rows written one by one, by the calls of the wire contract. The stand-in rejects each call outside of it. */

const { external, exportRows, review, upstreamOf } = externalReviews();

const PUTS = /^PUT /;
const puts = () => external.calls.filter(({ line }) => PUTS.test(line));

const putOf = ({ id, changes }: BulkReview['changed'][number]) => ({
  method: 'PUT' as const,
  id,
  changes: [...changes],
});

/** Writes one changed row, as one person's browser asks for it. */
const applyOne = (row: BulkReview['changed'][number], type: ReviewType = 'condo') =>
  applyRow(upstreamOf(), type, putOf(row));

async function apply({ changed, new_rows }: BulkReview, type: ReviewType = 'condo') {
  for (const row of changed) await applyOne(row, type);
  return Promise.all(
    new_rows.map((values) => applyRow(upstreamOf(), type, { method: 'POST', values })),
  );
}

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
    new_rows: [{ name: 'Neubau' }],
    invalid_rows: [],
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
  const row = must(found.changed[0], 'a row');
  await applyOne(row);
  expect(puts()).toHaveLength(1);

  await applyOne({ ...row, changes: undone(row.changes) });
  await applyRow(upstreamOf(), 'condo', {
    method: 'DELETE',
    id: must(created, 'an id'),
    values: must(found.new_rows[0], 'a row'),
  });
  expect(await exportRows('condo')).toEqual(before);
  expect(external.violations).toEqual([]);
});

test('an answer that breaks off or is a page is no record that was deleted', async () => {
  const { changed } = await review(withCity(await exportRows('condo'), 'Visp').slice(0, 1));
  const rows = changed.map(putOf);
  const failuresOf = async (body: BodyInit) => {
    const results = await applyRows(
      upstreamTo(async () => new Response(body)),
      { type: 'condo', rows },
      new AbortController().signal,
    );
    return results.map(({ failure }) => failure);
  };
  const half = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new TypeError('terminated')),
  });
  expect(await failuresOf(half)).toEqual([{ status: 502, detail: 'Network error' }]);
  expect(await failuresOf('<html>')).toEqual([
    { status: 502, detail: 'The server sent a response that could not be read' },
  ]);
});

test('rows of one call: one after the other, each with its error; the end of the session ends it', async () => {
  const { changed } = await review(withCity(await exportRows('condo'), 'Visp'));
  const rows = changed.map(putOf);
  const condoOf = (row: { id: number } | undefined) =>
    must(
      external.data.condos.find(({ id }) => id === row?.id),
      'a building',
    );
  expect(rows).toHaveLength(2);
  condoOf(rows[0]).city = 'Brig';
  const open = new AbortController().signal;
  const errors = await applyRows(upstreamOf(), { type: 'condo', rows }, open);
  expect(errors).toMatchObject([{ failure: { status: HTTP_CONFLICT } }, { failure: null }]);
  expect(rows.map((row) => condoOf(row).city)).toEqual(['Brig', 'Visp']);

  const gone = AbortSignal.abort();
  expect(await applyRows(upstreamOf(), { type: 'condo', rows }, gone)).toEqual([]);
  external.expireTokens();
  const ended = await applyRows(upstreamOf(), { type: 'condo', rows }, open);
  expect(ended).toMatchObject([{ failure: { status: HTTP_UNAUTHORIZED } }]);
  expect(puts()).toHaveLength(1);
});

test.each(['nowhere', '__proto__', 'toString'])(
  'a change of the field %s, which no record has, is invalid',
  async (field) => {
    const { changed } = await review(withCity(await exportRows('condo'), 'Visp'));
    const row = must(changed[0], 'a row');
    const change = applyOne({ ...row, changes: [{ field, old: null, new: 'x' }] });
    await expect(change).rejects.toMatchObject({ status: 422 });
    expect(puts()).toEqual([]);
  },
);

test('two people at once: the second one of a row is named, and overwrites nothing', async () => {
  const rows = await exportRows('condo');
  const pair = [named(rows, 'Chalet Zermatt'), named(rows, 'alpenblick')];
  const mine = await review(withCity(pair, 'Visp'));
  const theirs = await review(
    pair.map((row) => Object.assign({}, row, { city: 'Brig', description: 'Theirs' })),
  );
  const release = external.hold('updateCondo');
  const outcomes = Promise.allSettled(
    [...mine.changed, ...theirs.changed].map((row) => applyOne(row)),
  );
  await vi.waitFor(() => expect(puts()).toHaveLength(2));
  // Time enough for the others to read, were they not waiting.
  await exportRows('condo');
  release();
  const detail = 'it was changed since the review. Review the file again';
  const reason = new AppError({ status: HTTP_CONFLICT, detail });
  expect(await outcomes).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled' },
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ]);
  expect(puts()).toHaveLength(2);
  expect(external.data.condos).toMatchObject([{ city: 'Visp' }, { city: 'Visp' }, {}]);
  expect(JSON.stringify(external.data.condos)).not.toContain('Theirs');
});

test('two people at once, in different fields of a row: both are written', async () => {
  const alp = named(await exportRows('condo'), 'alpenblick');
  const mine = await review([{ ...alp, city: 'Visp' }]);
  const theirs = await review([{ ...alp, description: 'Theirs' }]);
  await Promise.all([apply(mine), apply(theirs)]);
  expect(external.data.condos[1]).toMatchObject({ city: 'Visp', description: 'Theirs' });
  expect(external.violations).toEqual([]);
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
    new_rows: [{ apartment_number: '9', condo_id: 7 }],
    invalid_rows: [
      { errors: [{ field: 'condo_id' }] },
      { errors: [{ field: 'apartment_number' }] },
    ],
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
    new_rows: [],
    unchanged: 1,
    invalid_rows: [
      { errors: [{ field: 'apartment_number' }] },
      { errors: [{ field: 'condo_id' }] },
      { errors: [{ field: 'apartment_number' }] },
    ],
  });
  expect(external.violations).toEqual([]);
});

test('an apartment without a parking spot is sent with "None", as by the form; new ones too', async () => {
  const apartment = must(external.data.apartments[1], 'an apartment');
  delete apartment.parking_spot_number;
  const [, row] = await exportRows('apartment');
  const found = await review(
    [
      { ...row, notes: 'Quiet' },
      { ...row, id: '', row_version: '', apartment_number: '9', notes: 'New' },
    ],
    'apartment',
  );
  expect(found.changed).toMatchObject([{ id: 102, changes: [{ field: 'notes' }] }]);
  const [created] = await apply(found, 'apartment');
  expect(puts()).toMatchObject([{ values: { notes: 'Quiet', parking_spot_number: 'None' } }]);
  const id = must(created, 'an id');
  const values = must(found.new_rows[0], 'a row');
  await applyRow(upstreamOf(), 'apartment', { method: 'DELETE', id, values });
  expect(external.violations).toEqual([]);
});

test('a version that the API sends with a record goes with its change', async () => {
  const calls: Array<[string, string | null]> = [];
  const upstream = upstreamTo(async ({ init: { method, headers: sent } }) => {
    calls.push([method, sent.get('if-match')]);
    return Response.json({ id: 7, name: 'A', city: 'Zug' }, { headers: { etag: '"v1"' } });
  });
  const changes = [{ field: 'city', old: 'Zug', new: 'Visp' }];
  await applyRow(upstream, 'condo', { method: 'PUT', id: 7, changes });
  expect(calls).toEqual([
    ['GET', null],
    ['PUT', '"v1"'],
  ]);
});
