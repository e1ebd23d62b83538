import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageItems } from '~/kit/table/pagination';

const LARGEST = 60;

test.each([
  [1, 0, []],
  [1, 1, []],
  [99, 20, [1, 'ellipsis', 18, 19, 20]],
  [Number.NaN, Number.NaN, []],
])('page %s of %s', (current, total, items) => {
  expect(pageItems(current, total)).toEqual(items);
});

test('every page and every total: another implementation agrees', () => {
  for (let total = 2; total <= LARGEST; total += 1) {
    for (let current = 1; current <= total; current += 1) {
      const items = pageItems(current, total);
      const shown = items.filter((item) => item !== 'ellipsis');
      const expected = Array.from({ length: total }, (_, index) => index + 1).filter(
        (page) => page === 1 || page === total || Math.abs(page - current) <= 2,
      );
      expect(shown).toEqual(expected);
      // There is an ellipsis exactly where pages are left out.
      const gaps = expected.filter((page, index) => page - (expected[index - 1] ?? page - 1) > 1);
      expect(items.filter((item) => item === 'ellipsis')).toHaveLength(gaps.length);
      for (const [index, item] of items.entries()) {
        if (item !== 'ellipsis') continue;
        expect(Number(items[index + 1]) - Number(items[index - 1])).toBeGreaterThan(1);
      }
    }
  }
});

test('whatever the numbers, it stays short and inside the range', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ max: 1_000_000 }), (current, total) => {
      const items = pageItems(current, total);
      expect(items.length).toBeLessThanOrEqual(9);
      for (const item of items) {
        if (item === 'ellipsis') continue;
        expect(item).toBeGreaterThanOrEqual(1);
        expect(item).toBeLessThanOrEqual(total);
      }
    }),
  );
});
