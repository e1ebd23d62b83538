import { expect, it } from 'vitest';
import { monthLabel } from '~/features/dashboard/month-label';

it.each([
  ['2026-03', 'Mar 2026'],
  ['2025-12', 'Dec 2025'],
  ['2026-13', '2026-13'],
  ['2026-00', '2026-00'],
  ['March', 'March'],
  ['Jan 2026', 'Jan 2026'],
  ['-', '-'],
])('shows the month %s as %s', (month, label) => {
  expect(monthLabel(month)).toBe(label);
});
