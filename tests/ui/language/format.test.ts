import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The formats, in a browser that is somewhere. */
async function formatsIn(timeZone: string) {
  vi.stubEnv('TZ', timeZone);
  vi.resetModules();
  return import('~/language/format');
}

const ZONES = ['Pacific/Kiritimati', 'Europe/Zurich', 'UTC', 'Pacific/Pago_Pago'];

describe.each(ZONES)('in %s', (zone) => {
  test('a calendar date never shifts', async () => {
    const { formatDateOnly } = await formatsIn(zone);
    expect(formatDateOnly('2001-05-06')).toBe('May 6, 2001');
    expect(formatDateOnly('2001-05-06T00:00:00Z')).toBe('May 6, 2001');
    expect(formatDateOnly('0850-01-01')).toBe('Jan 1, 850');
  });

  test('a date field reads and writes the same day', async () => {
    await formatsIn(zone);
    const { parseCalendarDate, formatCalendarDate } = await import('~/kit/form/date-input');
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('0001-01-01'),
          max: new Date('9999-12-31'),
          noInvalidDate: true,
        }),
        (date) => {
          const text = date.toISOString().slice(0, 10);
          const parsed = parseCalendarDate(text);
          expect(parsed && formatCalendarDate(parsed)).toBe(text);
        },
      ),
    );
  });
});

test('instants are shown in the zone of the browser', async () => {
  const zurich = await formatsIn('Europe/Zurich');
  expect(zurich.formatDateTime('2025-03-05T23:30:00Z')).toBe('Mar 6, 2025, 12:30 AM');
  expect(zurich.formatDate('2025-03-05T23:30:00Z')).toBe('Mar 6, 2025');
  const honolulu = await formatsIn('Pacific/Honolulu');
  expect(honolulu.formatDate('2025-03-05T23:30:00Z')).toBe('Mar 5, 2025');
});

test('an instant without a zone is UTC, a day without a time is that day', async () => {
  const { formatDate, formatDateTime } = await formatsIn('America/New_York');
  for (const text of ['2025-03-05T02:30:00', '2025-03-05 02:30:00.123456', '2025-03-05T02:30:00Z'])
    expect(formatDateTime(text)).toBe('Mar 4, 2025, 9:30 PM');
  expect(formatDate('2025-03-05T02:30:00')).toBe('Mar 4, 2025');
  for (const format of [formatDate, formatDateTime])
    expect(format('2025-03-05')).toBe('Mar 5, 2025');
});

test.each([null, undefined, '', 'yesterday', '2025-13-45'])('%s is not a date', async (value) => {
  const { formatDate, formatDateTime, formatDateOnly } = await formatsIn('UTC');
  for (const format of [formatDate, formatDateTime, formatDateOnly])
    expect(format(value)).toBe('-');
});

test('a day that does not exist is not shifted to another day', async () => {
  const { formatDateOnly } = await formatsIn('UTC');
  const { parseCalendarDate } = await import('~/kit/form/date-input');
  expect(formatDateOnly('2025-02-30')).toBe('-');
  expect(parseCalendarDate('2025-02-30')).toBeUndefined();
});

test('missing values, numbers and names', async () => {
  const { textOrDash, formatNumber, titleCase } = await formatsIn('UTC');
  for (const missing of [null, undefined, '', '  ']) expect(textOrDash(missing)).toBe('-');
  expect([0, 'x'].map(textOrDash)).toEqual(['0', 'x']);
  expect([null, 0, 12400.5].map(formatNumber)).toEqual(['-', '0', '12,400.5']);
  expect(['building_manager', 'owner', ''].map(titleCase)).toEqual([
    'Building Manager',
    'Owner',
    '',
  ]);
});

test.each([
  ['2026-03', 'Mar 2026'],
  ['2025-12', 'Dec 2025'],
  ['2026-13', '2026-13'],
  ['2026-00', '2026-00'],
  ['March', 'March'],
  ['Jan 2026', 'Jan 2026'],
  ['-', '-'],
])('shows the month %s as %s', async (month, label) => {
  const { formatMonth } = await formatsIn('Pacific/Pago_Pago');
  expect(formatMonth(month)).toBe(label);
});
