import { dayInUtc } from './calendar-day';

const MISSING = '-';
const LOCALE = 'en-US';

/** As en-US shortens them. */
export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/*
 * Written here as Intl writes en-US: the first use of one of its formats takes longer than to render a screenful of rows
 * (docs/performance.md, "What costs what").
 */

function dateTime(instant: Date): string {
  const hours = instant.getHours();
  const minutes = String(instant.getMinutes()).padStart(2, '0');
  return `${date(instant)}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

function date(instant: Date): string {
  return written(instant.getFullYear(), instant.getMonth(), instant.getDate());
}

/** Calendar dates have no zone: they are read and written in UTC, so no browser's zone can shift them. */
function calendarDate(instant: Date): string {
  return written(instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate());
}

/** The year before 1 is 1 again, without its era. */
function written(year: number, month: number, day: number): string {
  return `${MONTHS[month]} ${day}, ${year > 0 ? year : 1 - year}`;
}

const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;
const ZONELESS = /^\d{4}-\d{2}-\d{2}[T ][\d:.]+$/;

type Missing = null | undefined;

/** An instant (ISO 8601) as en-US date and time in the browser's zone; "-" when missing or unreadable. */
export function formatDateTime(iso: string | Missing): string {
  return formatInstant(dateTime, iso);
}

/** An instant (ISO 8601) as short en-US date in the browser's zone ("Mar 5, 2025"); "-" when missing or unreadable. */
export function formatDate(iso: string | Missing): string {
  return formatInstant(date, iso);
}

/** A calendar date (YYYY-MM-DD, or an instant that begins with one) as short en-US date, never shifted. */
export function formatDateOnly(text: string | Missing): string {
  const day = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(text ?? '')?.[0];
  if (day === undefined) return MISSING;
  const instant = dayInUtc(day);
  return instant ? calendarDate(instant) : MISSING;
}

/** The value as text; "-" when it is missing or blank. 0 is a value. */
export function dash(value: string | number | Missing): string {
  const text = value == null ? '' : String(value);
  return text.trim() === '' ? MISSING : text;
}

/** A whole or decimal number with en-US grouping ("12,400"); "-" when missing. */
export function formatNumber(value: number | Missing): string {
  if (value == null) return MISSING;
  const text = String(value);
  return SHORT_NUMBER.test(text) ? text.replace(THOUSANDS, ',') : value.toLocaleString(LOCALE);
}

/** What is written in full: en-US has at most three digits after the point. */
const SHORT_NUMBER = /^-?\d{1,12}(?:\.\d{1,3})?$/;
/** Between two digits before the point, where a multiple of three is left. */
const THOUSANDS = /\B(?=(?:\d{3})+(?:\.|$))/g;

/** "1 entry", "12,400 entries" */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** "building_manager" becomes "Building Manager". */
export function titleCase(name: string): string {
  return name
    .split(/[\s_]+/)
    .filter(Boolean)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ');
}

/** An instant without a zone is UTC (docs/behaviour.md, "Wire contract"); a day without a time is that day anywhere. */
function formatInstant(format: (instant: Date) => string, iso: string | Missing): string {
  if (!iso) return MISSING;
  if (DAY_ALONE.test(iso)) return formatDateOnly(iso);
  const instant = new Date(ZONELESS.test(iso) ? `${iso.replace(' ', 'T')}Z` : iso);
  return Number.isNaN(instant.getTime()) ? MISSING : format(instant);
}
