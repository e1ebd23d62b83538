import { expect, it } from 'vitest';
import { createTestApi } from '../../support/api';
import { withCity } from '../../support/edited-exports';
import { reviewCalls } from '../../support/review-calls';
import { perTest } from '../../support/opened';

const api = perTest(createTestApi);

const { createCondo, createApartment, read, exportRows, review, applied, imports, undo } =
  reviewCalls(() => api);

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
  const reason = 'It was changed after the import';
  const kept = [{ id: second, name: 'Beta', reason, removable: false }];
  expect(await undo()).toMatchObject({ removed: 0, restored: 1, kept });
  const seen = { city: 'Zürich', description: 'Seen' };
  expect(await read(`/admin/condos/${first}`)).toMatchObject(seen);
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
