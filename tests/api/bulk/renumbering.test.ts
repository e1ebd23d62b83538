import { afterEach, beforeEach, expect, it } from 'vitest';
import { bulkImportListSchema } from '~/contract/bulk-imports';
import { bulkReviewSchema } from '~/contract/bulk-review';
import { INTEGER_MAX } from '~/contract/limits';
import { z } from '~/contract/zod';
import { createTestApi, type TestApi } from '../../support/api';
import { aCondo } from '../../support/builders';
import { must } from '../../support/must';

let api: TestApi;
let condo: number;
beforeEach(async () => {
  api = await createTestApi();
  condo = await create('/admin/condos', aCondo());
});
afterEach(() => api.close());

const withId = z.object({ id: z.int() });
const numbered = z.object({ apartment_number: z.string() });

async function create(path: string, body: object): Promise<number> {
  return withId.parse(await (await api.call('POST', path, body)).json()).id;
}

const apartment = (apartment_number: string) =>
  create('/admin/apartments', { condo_id: condo, apartment_number });

async function numberOf(id: number) {
  const found = await api.call('GET', `/admin/apartments/${id}`);
  return numbered.parse(await found.json()).apartment_number;
}

function post(path: string, fields: Readonly<Record<string, string | File>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const headers = { authorization: `Bearer ${api.token}` };
  return api.fetch(
    new Request(`http://panel.test/api${path}`, { method: 'POST', body: form, headers }),
  );
}

/** Each row is `id;version;number`. Rows of another version than the record's are conflicts, and are applied as well. */
async function review(...rows: readonly string[]) {
  const file = new File([['id;row_version;apartment_number', ...rows].join('\n')], 'edited.csv');
  const response = await post('/admin/bulk-review', { type: 'apartment', file });
  expect(response.status).toBe(200);
  return bulkReviewSchema.parse(await response.json());
}

async function apply(...rows: readonly string[]) {
  const { conflicts } = await review(...rows);
  const changes = conflicts.map(({ row_number, id, version, changes: fields }) => {
    const values = Object.fromEntries(fields.map((field) => [field.field, field.new]));
    return { row_number, id, version, values };
  });
  return post('/admin/bulk-apply', {
    type: 'apartment',
    changes: JSON.stringify(changes),
    rows: '[]',
  });
}

async function versionOf(id: number): Promise<string> {
  const { conflicts } = await review(`${id};-;other`);
  return must(conflicts[0], 'the reviewed row').version;
}

async function undo(): Promise<unknown> {
  const imports = await api.call('GET', '/admin/bulk-imports');
  const [record] = bulkImportListSchema.parse(await imports.json());
  const response = await api.call('POST', `/admin/bulk-imports/${record?.id}/undo`);
  expect(response.status).toBe(200);
  return response.json();
}

it('apartments swap their numbers, and get them back by undo', async () => {
  const first = await apartment('1');
  const second = await apartment('2');
  const third = await apartment('3');
  const response = await apply(`${first};-;2`, `${second};-;1`, `${third};-;3a`);
  expect(await response.json()).toMatchObject({ changed: 3, errors: [] });
  expect(await Promise.all([first, second, third].map(numberOf))).toEqual(['2', '1', '3a']);
  expect(await undo()).toMatchObject({ restored: 3, kept: [] });
  expect(await Promise.all([first, second, third].map(numberOf))).toEqual(['1', '2', '3']);
});

it('a number that is taken is named with its row, and nothing is changed', async () => {
  const first = await apartment('1');
  const second = await apartment('2');
  const third = await apartment('3');
  await apartment('4A');
  const message = 'its building already has an apartment with this number';
  const taken = (id: number) => ({ row: { id }, errors: [{ field: 'apartment_number', message }] });
  const other = await apply(`${first};-;4a`, `${second};-;5`);
  expect(await other.json()).toMatchObject({ created: 0, errors: [taken(first)] });
  const twice = await apply(`${first};-;7`, `${second};-;7`);
  expect(await twice.json()).toMatchObject({ created: 0, errors: [taken(second)] });
  const kept = await apply(`${first};-;3`, `${third};-;3`);
  expect(await kept.json()).toMatchObject({ created: 0, errors: [taken(first)] });
  expect(await Promise.all([first, second, third].map(numberOf))).toEqual(['1', '2', '3']);
});

it('undo names what stands in the way of a number', async () => {
  const first = await apartment('1');
  await apply(`${first};-;2`);
  await apartment('1');
  expect(await undo()).toMatchObject({
    restored: 0,
    kept: [{ id: first, reason: 'Another apartment has its former number' }],
  });
  expect(await numberOf(first)).toBe('2');
});

it('undo names an apartment whose former building is gone', async () => {
  const first = await apartment('1');
  const other = await create('/admin/condos', aCondo({ name: 'Villa' }));
  const response = await post('/admin/bulk-apply', {
    type: 'apartment',
    changes: JSON.stringify([
      { row_number: 2, id: first, version: await versionOf(first), values: { condo_id: other } },
    ]),
    rows: '[]',
  });
  expect(await response.json()).toMatchObject({ changed: 1 });
  await api.call('DELETE', `/admin/condos/${condo}`);
  expect(await undo()).toMatchObject({
    restored: 0,
    kept: [{ id: first, reason: 'Its former building was deleted' }],
  });
});

it('ids that no record can have are named', async () => {
  const message = 'must be the id of a record, or empty';
  const found = await review(`${INTEGER_MAX + 1};-;7`, '99999999999999999999;-;8');
  expect(found.invalid_rows.map(({ errors }) => errors)).toEqual([
    [{ field: 'id', message }],
    [{ field: 'id', message }],
  ]);
});

it.each([
  ['an id beyond the largest', { id: INTEGER_MAX + 1, values: {} }],
  ['a text with a NUL character', { id: 1, values: { notes: 'a\0b' } }],
])('%s is refused', async (_what, { id, values }) => {
  const changes = JSON.stringify([{ row_number: 2, id, version: '-', values }]);
  const response = await post('/admin/bulk-apply', { type: 'apartment', changes, rows: '[]' });
  expect(response.status).toBe(422);
});
