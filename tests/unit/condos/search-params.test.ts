import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moveSearch, portfolioCheckSearch } from '~/checks/search';
import { condoSearch } from '~/condos/search';
import { isTenancyDay } from '~/fields/calendar-day';
import { tenancyDayParam } from '~/rpc/list-search';
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

it.each([
  ['1899-12-31', ''],
  ['1900-01-01', '1900-01-01'],
  ['2200-12-31', '2200-12-31'],
  ['2201-01-01', ''],
  ['0202-06-30', ''],
  ['2026-02-30', ''],
])('as of the day %s is as of %j', (as_of, day) => {
  expect(portfolioCheckSearch.read({ as_of }).as_of).toBe(day);
});

it('the day of a tenancy is one that the API takes, or none', () => {
  const digits = fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
  fc.assert(
    fc.property(fc.oneof(digits, fc.anything()), (raw) => {
      const day = tenancyDayParam(raw);
      expect(day === '' || (day === raw && isTenancyDay(day))).toBe(true);
    }),
  );
});

it.each([
  ['51,52', '51,52'],
  ['51', '51'],
  [51, '51'],
  ['abc', ''],
  ['51,abc,0,-3,1.5,,1e3,9999999999,52', '51,52'],
])('the ids %j of the print view are %j', (raw, ids) => {
  expect(moveSearch.read({ ids: raw })).toEqual({ ids, condo_id: null });
});
