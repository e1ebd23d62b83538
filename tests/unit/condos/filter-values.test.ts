import { expect, it } from 'vitest';
import { readCondo } from '~/condos/fields';
import { filterValues } from '~/condos/screens/filter-lists';

const condos = [
  { state: 'ZH', city: 'Zürich' },
  { state: 'ZH ', city: 'Uster' },
  { state: 'Genève', city: 'Genève' },
  { state: 'Bavaria', city: null },
  { state: '', city: 'Uster' },
].map(readCondo);

it('filter values are those of the buildings, the most frequent first, with their numbers', () => {
  expect(filterValues(condos, 'city')).toEqual([
    { value: 'Uster', label: '2 buildings' },
    { value: 'Genève', label: '1 building' },
    { value: 'Zürich', label: '1 building' },
  ]);
});

it('name a canton also by its other names', () => {
  expect(filterValues(condos, 'state')).toEqual([
    { value: 'ZH', label: 'Zürich, Zurich, 2 buildings' },
    { value: 'Bavaria', label: '1 building' },
    { value: 'Genève', label: 'GE, Geneva, Genf, 1 building' },
  ]);
});

it('come with the number of rows that the filter finds by them', () => {
  const rows = [{ state: 'BE' }, { state: 'Bern' }, { state: 'Berlin' }, { state: 'Vorarlberg' }];
  expect(filterValues(rows.map(readCondo), 'state').map(({ label }) => label)).toEqual([
    'Bern, Berne, 2 buildings',
    '1 building',
    'BE, Berne, 2 buildings',
    '1 building',
  ]);
  const cities = [{ city: 'Uster' }, { city: 'Uster 2' }].map(readCondo);
  expect(filterValues(cities, 'city')[0]).toEqual({ value: 'Uster', label: '2 buildings' });
});

it('there are at most 200 filter values', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => readCondo({ zip_code: `${index}` }));
  expect(filterValues(many, 'zip_code')).toHaveLength(200);
});
