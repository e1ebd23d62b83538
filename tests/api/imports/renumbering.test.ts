import { beforeEach, expect, it } from 'vitest';
import { INTEGER_MAX } from '~/fields/limits';
import { apiPerTest } from '../../support/api';
import type { Row } from '../../support/edited-exports';
import { reviewCalls } from '../../support/review-calls';

const api = apiPerTest();
let condo: number;
beforeEach(async () => {
  condo = await createCondo();
});

const { apply, createApartment, createCondo, post, read, review, undo } = reviewCalls(() => api);

/** Apartments with these numbers, by their ids. */
async function apartments(...numbers: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const number of numbers) ids.push(await createApartment(condo, number));
  return ids;
}

const numbersOf = (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await read(`/admin/apartments/${id}`)).apartment_number));

const row = (id: number | string | undefined, apartment_number: string): Row => ({
  id: String(id),
  row_version: '-',
  apartment_number,
});

/** Rows of another version than the record's are conflicts, and are applied as well. */
async function change(...rows: readonly Row[]): Promise<unknown> {
  const { conflicts: changed } = await review(rows, 'apartment');
  return (await apply({ changed, new_rows: [] }, { type: 'apartment' })).json();
}

it('apartments swap their numbers, and get them back by undo', async () => {
  const ids = await apartments('1', '2', '3');
  const numbers = ['2', '1', '3a'];
  const answer = await change(...ids.map((id, index) => row(id, numbers[index] ?? '')));
  expect(answer).toMatchObject({ changed: 3, errors: [] });
  expect(await numbersOf(ids)).toEqual(numbers);
  expect(await undo()).toMatchObject({ restored: 3, kept: [] });
  expect(await numbersOf(ids)).toEqual(['1', '2', '3']);
});

// The number of the apartments '1', '2' and '3', and which of the three is named.
it.each([
  ['by another one, in capitals', { 0: '4a', 1: '5' }, 0],
  ['by another row', { 0: '7', 1: '7' }, 1],
  ['by a row that keeps it', { 0: '3', 2: '3' }, 0],
])(
  'a number that is taken %s is named with its row, and nothing is changed',
  async (_by, numbers, named) => {
    const ids = await apartments('1', '2', '3', '4A');
    const rows = Object.entries(numbers).map(([index, number]) => row(ids[Number(index)], number));
    const message = 'its building already has an apartment with this number';
    expect(await change(...rows)).toMatchObject({
      created: 0,
      errors: [{ row: { id: ids[named] }, errors: [{ field: 'apartment_number', message }] }],
    });
    expect(await numbersOf(ids)).toEqual(['1', '2', '3', '4A']);
  },
);

it('undo names what stands in the way of a number', async () => {
  const [id] = await apartments('1');
  await change(row(id, '2'));
  await apartments('1');
  const kept = [{ id, reason: 'Another apartment has its former number' }];
  expect(await undo()).toMatchObject({ restored: 0, kept });
  expect(await read(`/admin/apartments/${id}`)).toMatchObject({ apartment_number: '2' });
});

it('undo names an apartment whose former building is gone', async () => {
  const [id] = await apartments('1');
  await createCondo({ name: 'Villa' });
  const moved = { ...row(id, '1'), condo_id: 'Villa' };
  expect(await change(moved)).toMatchObject({ changed: 1 });
  await api.call('DELETE', `/admin/condos/${condo}`);
  const kept = [{ id, reason: 'Its former building was deleted' }];
  expect(await undo()).toMatchObject({ restored: 0, kept });
});

it('ids that no record can have are named', async () => {
  const message = 'must be the id of a record, or empty';
  const reviewed = await review([row(INTEGER_MAX + 1, '7'), row('9'.repeat(20), '8')], 'apartment');
  const errors = [{ field: 'id', message }];
  expect(reviewed.invalid_rows).toMatchObject([{ errors }, { errors }]);
});

it.each([
  ['an id beyond the largest', { id: INTEGER_MAX + 1, values: {} }],
  ['a text with a NUL character', { id: 1, values: { notes: 'a\0b' } }],
])('%s is rejected', async (_what, { id, values }) => {
  const changes = JSON.stringify([{ row_number: 2, id, version: '-', values }]);
  const response = await post('/admin/bulk-apply', { type: 'apartment', changes, rows: '[]' });
  expect(response.status).toBe(422);
});

it('a record that was deleted since is kept by the undo, for a reason with a declared code', async () => {
  const [id] = await apartments('1');
  expect(await change(row(id, '2'))).toMatchObject({ changed: 1 });
  await api.call('DELETE', `/admin/apartments/${id}`);
  const reason = 'It was deleted after the import';
  expect(await undo()).toMatchObject({ kept: [{ id, reason, code: 'deleted_since', params: {} }] });
});
