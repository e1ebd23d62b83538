/* Only local parts of a date picker's dates are read and written, so no time zone can shift a day. */

/** The local midnight of a calendar date, or undefined for anything else (2025-02-30 included). */
export function parseCalendarDate(text: string): Date | undefined {
  const day = text.trim();
  const date = new Date(`${day}T00:00`);
  return formatCalendarDate(date) === day ? date : undefined;
}

export function formatCalendarDate(date: Date): string {
  const year = String(date.getFullYear()).padStart(4, '0');
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = String(date.getDate()).padStart(2, '0');
  return `${year}-${month}-${day}`;
}
