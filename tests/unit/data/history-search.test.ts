import { expect, it } from 'vitest';
import { historySearch } from '~/data/history/history-search';

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
