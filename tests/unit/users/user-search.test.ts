import { expect, it } from 'vitest';
import { INTEGER_MAX } from '~/fields/limits';
import { userSearch } from '~/users/search';
import { parseSearch, stringifySearch } from '~/search-params';

it('search params fall back to the defaults if nothing sensible is given', () => {
  const defaults = {
    search: '',
    page: 1,
    condo_id: null,
    inactive: '',
    role: '',
    page_size: 10,
    sort_by: 'id',
    sort_order: 'asc',
  };
  expect(userSearch.read({})).toEqual(defaults);
  for (const bad of ['', '0', '-1', '1.5', 'x', ' ', '[1]', null, {}]) {
    const raw = Object.fromEntries(Object.keys(defaults).map((name) => [name, bad]));
    expect(userSearch.read({ ...raw, search: '' })).toEqual(defaults);
  }
});

it('a page number beyond every page stays a large one', () => {
  expect(userSearch.read({ page: '99999999999' }).page).toBe(INTEGER_MAX);
});

it('search params are read from the address that they are written to', () => {
  const query = {
    search: '01003',
    page: 3,
    condo_id: 7,
    inactive: 'only',
    role: 'renter',
    page_size: 25,
    sort_by: 'created_at',
    sort_order: 'desc',
  };
  expect(userSearch.read(parseSearch(stringifySearch(query)))).toEqual(query);
});
