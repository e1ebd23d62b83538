import { expect, it } from 'vitest';
import { toCsv } from '~/features/bulk/csv-text';

const cell = (text: string) => toCsv([[text]]).slice(1, -2);

it.each(['=1+1', '+cmd', '-cmd', '@sum', '\tx', '=HYPERLINK("http://evil.example")'])(
  'no spreadsheet takes %j for a formula',
  (text) => {
    expect(cell(text).replace(/^"/, '')).toMatch(/^'/);
  },
);

it.each(['-12', '+1.5', '01003', 'a=b', 'x@example.com'])('%s stays as it is', (text) => {
  expect(cell(text)).toBe(text);
});
