import fc from 'fast-check';
import { expect, it } from 'vitest';
import { condoSearch } from '~/condos/search';
import { parseSearch, stringifySearch } from '~/search-params';

it.each([
  '01003',
  'true',
  'null',
  '[1]',
  '{"a":1}',
  '1e3',
  'é',
  'a&b=c',
  '100%',
  '%41',
  'a+b',
  '#',
  '<script>',
  ' x ',
])('the search param %j comes back as it was', (text) => {
  expect(parseSearch(stringifySearch({ search: text }))).toEqual({ search: text });
});

it('any text comes back as it was', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1, unit: 'grapheme' })),
      (search) => {
        expect(parseSearch(stringifySearch(search))).toEqual({ ...search });
      },
    ),
  );
});

it('empty and missing values are not written', () => {
  expect(stringifySearch({ search: '', city: undefined, page: 2, state: null })).toBe('?page=2');
  expect(stringifySearch({})).toBe('');
});

it('the building list keeps texts, drops what is unknown', () => {
  expect(
    condoSearch.read({ search: 'true', zip_code: '01003', sort_by: 'evil', sort_order: 'desc' }),
  ).toEqual({
    search: 'true',
    city: '',
    state: '',
    zip_code: '01003',
    country: '',
    sort_by: 'name',
    sort_order: 'desc',
  });
});
