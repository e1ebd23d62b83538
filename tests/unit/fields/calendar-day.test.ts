import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter } from '~/fields/calendar-day';

test.each([
  ['2026-03-01', '2026-03-02'],
  ['2026-12-31', '2027-01-01'],
  ['2028-02-28', '2028-02-29'],
  ['2026-03-00', null],
  ['2026-13-31', null],
  ['2026-02-30', null],
  ['0000-01-01', null],
  ['9999-12-31', null],
  ['2026', null],
  ['', null],
])('the day after %s is %s', (text, next) => {
  expect(dayAfter(text)).toBe(next);
});

test('any text has a day after it, or none', () => {
  const digits = fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), digits), (text) => {
      const next = dayAfter(text);
      expect(next === null || (/^\d{4}-\d{2}-\d{2}$/.test(next) && next > text)).toBe(true);
    }),
  );
});
