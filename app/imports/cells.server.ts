import { dayInUtc } from '~/fields/calendar-day';
import type { ExportColumn } from './export';

export type Cell = string | number | boolean | Date | null;

/**
 * Programs disagree about earlier dates: Excel's calendar begins in 1900 and has a February 29 in that
 * year.
 */
const FIRST_DATE = '1900-03-01';
const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}/;
const ZONELESS = /^\d{4}-\d{2}-\d{2}[T ][\d:.]+$/;

/** The text of a value in a CSV file; an empty text for a missing value. */
export function csvCell({ kind }: ExportColumn, value: unknown): string {
  if (kind === 'date') return dayOf(value) ?? textOf(value);
  return textOf(value);
}

/** A value as a typed cell. Values that a workbook cannot hold, such as days before 1900, stay texts. */
export function workbookCell({ kind }: ExportColumn, value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null;
  switch (kind) {
    case 'number':
      return typeof value === 'number' ? value : textOf(value);
    case 'boolean':
      return typeof value === 'boolean' ? value : textOf(value);
    case 'date': {
      const day = dayOf(value);
      return (day !== null && dateOf(`${day}T00:00:00Z`, day)) || (day ?? textOf(value));
    }
    case 'instant': {
      const text = textOf(value);
      return dateOf(ZONELESS.test(text) ? `${text.replace(' ', 'T')}Z` : text, text) ?? text;
    }
    case 'text':
      // Programs read "_x0041_" as an escaped "A". LibreOffice does so with fewer digits too.
      return (
        textOf(value)
          .replaceAll(/_(?=x[0-9a-f]{1,4}_)/gi, '_x005F_')
          // XML cannot contain these characters, not even as references. The writer escapes the others that
          // XML lacks.
          .replaceAll('\uFFFE', '_xFFFE_')
          .replaceAll('\uFFFF', '_xFFFF_')
      );
  }
}

/** The day of a date. An API may send an instant instead. */
function dayOf(value: unknown): string | null {
  return CALENDAR_DATE.exec(textOf(value))?.[0] ?? null;
}

function dateOf(iso: string, day: string): Date | null {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime()) || dayInUtc(day.slice(0, 10)) === null) return null;
  return date.toISOString() >= FIRST_DATE ? date : null;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
