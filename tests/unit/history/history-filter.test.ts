import { expect, it } from 'vitest';
import { historyFilterSchema } from '~/history/answers';
import { toHistoryFilter } from '~/history/queries';
import { historySearch } from '~/history/search';

const DAY_MS = 24 * 60 * 60_000;

function filterOf(search: Record<string, string>) {
  return toHistoryFilter(historySearch.read(search));
}

it('a period ends with its last day', () => {
  const { from = '', to = '' } = filterOf({ from: '2026-11-22', to: '2026-11-22' });
  expect(new Date(from)).toEqual(new Date(2026, 10, 22));
  expect(Date.parse(to) - Date.parse(from)).toBe(DAY_MS);
});

it.each([
  ['0000-01-01', '9999-12-31'],
  ['0001-01-01', '0001-01-01'],
  ['9999-12-31', '0000-01-01'],
  ['2026-02-30', '2026-99-99'],
  ['yesterday', '2026-11-22; drop'],
])('the API takes what becomes of the days %s and %s', (from, to) => {
  const filter = filterOf({ from, to });
  expect(historyFilterSchema.safeParse(filter).error).toBeUndefined();
});

it.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-30', ''],
  ['2020-99-99', ''],
  ['2026-2-8', ''],
  ['0000-01-01', ''],
  ['2026', ''],
  ['', ''],
])('the day %j of an address is read as %j', (raw, day) => {
  expect(historySearch.read({ from: raw, to: raw })).toMatchObject({ from: day, to: day });
});
