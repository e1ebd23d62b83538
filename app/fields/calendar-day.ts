/* A calendar day is YYYY-MM-DD, without a time zone: such texts compare as the days do. */

/** Midnight in UTC of a day, YYYY-MM-DD. Null for an impossible day: Date reads 2025-02-30 as March 2. */
export function dayInUtc(day: string): Date | null {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day) ? instant : null;
}

/**
 * True for a day in the years that a tenancy may have. Other years are typing errors, such as 0202 for
 * 2020.
 */
export function isTenancyDay(day: string): boolean {
  return day >= '1900-01-01' && day <= '2200-12-31';
}

/** True for a name of the tz database that this runtime has, such as "Europe/Zurich". */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the current day in a time zone. @throws RangeError for an unknown zone */
export function dayIn(timeZone: string, now: Date): string {
  // The Swedish format is that of ISO 8601.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone });
  formats.set(timeZone, format);
  return format.format(now);
}

const DAY_MS = 24 * 60 * 60_000;

/** Adds days to a valid day. For typed texts use `dayAfter`. @throws RangeError for an invalid day */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The day after a typed one. Null if the text is no day of a tenancy, such as 2026-03-0 during typing. */
export function dayAfter(text: string): string | null {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && isTenancyDay(text) && dayInUtc(text) !== null;
  return isDay ? addDays(text, 1) : null;
}
