import { expect, it } from 'vitest';
import { workbookCell } from '~/imports/cells.server';

const BUILT = { name: 'date_built', kind: 'date' } as const;
const CREATED = { name: 'created_at', kind: 'instant' } as const;

it.each(['2025-02-30', '2025-13-01', '2023-02-29'])('%s is no date and stays as it is', (day) => {
  expect(workbookCell(BUILT, day)).toBe(day);
  expect(workbookCell(CREATED, `${day}T10:00:00Z`)).toBe(`${day}T10:00:00Z`);
});

it('a real day is a date', () => {
  expect(workbookCell(BUILT, '2024-02-29')).toEqual(new Date('2024-02-29T00:00:00Z'));
});

it('an instant with an offset is that instant, also where the day is another one in UTC', () => {
  const instant = new Date('2024-02-29T22:30:00Z');
  expect(workbookCell(CREATED, '2024-03-01T00:30:00+02:00')).toEqual(instant);
});

it('characters that XML forbids are escaped as spreadsheets do', () => {
  expect(workbookCell({ name: 'name', kind: 'text' }, 'a\ufffe\uffffb')).toBe('a_xFFFE__xFFFF_b');
});
