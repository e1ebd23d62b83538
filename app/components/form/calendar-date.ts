/**
 * Calendar dates (YYYY-MM-DD) and the local Date objects a date picker works with. Only local parts are read and
 * written, so no time zone can shift a day.
 */

/** The local midnight of a calendar date, or undefined for anything else (2025-02-30 included). */
export function parseCalendarDate(text: string): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  if (!match) return undefined;
  const [year, month, day] = match.slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(2000, 0, 1);
  // The constructor reads years below 100 as 19xx.
  date.setFullYear(year, month - 1, day);
  return formatCalendarDate(date) === text.trim() ? date : undefined;
}

export function formatCalendarDate(date: Date): string {
  const year = String(date.getFullYear()).padStart(4, '0');
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = String(date.getDate()).padStart(2, '0');
  return `${year}-${month}-${day}`;
}
