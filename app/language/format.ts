import { dayInUtc } from '~/fields/calendar-day';
import { currentLocale, plural, t, translate } from './texts';

const MISSING = '-';

/** Caches a format per language, since making one takes as long as rendering ten rows. */
function perLanguage<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<string, Format>();
  return () => {
    const locale = currentLocale();
    const format = made.get(locale) ?? make(locale);
    made.set(locale, format);
    return format;
  };
}

function lazyFormat(english: Intl.DateTimeFormatOptions, others = english) {
  const format = perLanguage(
    (locale) => new Intl.DateTimeFormat(locale, locale === 'en-US' ? english : others),
  );
  // Intl writes a narrow space before AM and PM, which the browser's search would miss.
  return (instant: Date) => format().format(instant).replace('\u202F', ' ');
}

/**
 * Format for other languages: "24. Nov. 2026" and "14:15". The medium style of German has the month as
 * digits.
 */
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit' } as const;

/**
 * Calendar dates have no zone. They are read and written in UTC, so that no browser's zone can shift them.
 */
const calendarDate = lazyFormat(
  { dateStyle: 'medium', timeZone: 'UTC' },
  { ...DAY, timeZone: 'UTC' },
);
const calendarMonth = lazyFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });

const collator = perLanguage((locale) => new Intl.Collator(locale, { numeric: true }));
const numbers = perLanguage((locale) => new Intl.NumberFormat(locale));
const DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const decimals = perLanguage((locale) => new Intl.NumberFormat(locale, DECIMALS));

const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;
const ZONELESS = /^\d{4}-\d{2}-\d{2}[T ][\d:.]+$/;

type Missing = null | undefined;

/** An instant (ISO 8601) as date and time in the browser's zone; "-" when missing or unreadable. */
export const formatDateTime = ofInstant(
  lazyFormat({ dateStyle: 'medium', timeStyle: 'short' }, { ...DAY, ...TIME }),
);

/** An instant (ISO 8601) as a short date in the browser's zone ("Mar 5, 2025"); "-" if unreadable. */
export const formatDate = ofInstant(lazyFormat({ dateStyle: 'medium' }, DAY));

/** A day in the browser's zone: "Saturday, March 7, 2026". */
export const formatFullDate = lazyFormat({ dateStyle: 'full' });

/** The day of an instant in the browser's zone: "Today", "Yesterday" or "Saturday, March 7, 2026". */
export function formatDay(iso: string, now = new Date()): string {
  const text = ofInstant(formatFullDate)(iso);
  if (text === formatFullDate(now)) return t`Today`;
  const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return text === formatFullDate(before) ? t`Yesterday` : text;
}

/** The time of an instant in the browser's zone ("2:14 AM"). */
export const formatTime = ofInstant(lazyFormat({ timeStyle: 'short' }));

/** A calendar date (YYYY-MM-DD, or an instant that begins with one) as short date, never shifted. */
export function formatDateOnly(text: string | Missing): string {
  const day = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(text ?? '')?.[0];
  const instant = day && dayInUtc(day);
  return instant ? calendarDate(instant) : MISSING;
}

/** The last time of something (ISO 8601), as formatDateTime writes it; "Never" if missing. */
export function formatLast(iso: string | Missing): string {
  return iso ? formatDateTime(iso) : t`Never`;
}

/** The value as text; "-" if it is missing or blank. 0 is a value. */
export function textOrDash(value: string | number | Missing): string {
  const text = value == null ? '' : String(value);
  return text.trim() === '' ? MISSING : text;
}

/** A month (YYYY-MM) as "Mar 2026"; any other text is returned unchanged. */
export function formatMonth(text: string): string {
  const first = dayInUtc(`${text}-01`);
  return first ? calendarMonth(first) : text;
}

/** A number grouped as in the language ("12,400"); "-" if missing. */
export function formatNumber(value: number | Missing): string {
  if (value == null) return MISSING;
  // Some browsers group Swiss numbers by ’, which the browser's search would miss for a typed '.
  return numbers().format(value).replaceAll('’', "'");
}

/** A number with two decimals: "1.50", in French "1,50". */
export function formatDecimals(value: number): string {
  return decimals().format(value).replaceAll('’', "'");
}

/** "1 entry", "12,400 entries" */
export function formatCount(count: number, one: string, many: string): string {
  return plural(count, formatNumber(count), `# ${one}`, `# ${many}`);
}

/** "building_manager" becomes "Building Manager", in the reader's language. */
export function titleCase(name: string): string {
  const words = name.split(/[\s_]+/).filter(Boolean);
  return translate(
    words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()).join(' '),
  );
}

/** An instant without a zone is UTC (docs/behaviour/wire-contract.md). A date without a time has no zone. */
function ofInstant(format: (instant: Date) => string) {
  return (iso: string | Missing): string => {
    if (!iso) return MISSING;
    if (DAY_ALONE.test(iso)) return formatDateOnly(iso);
    const instant = new Date(ZONELESS.test(iso) ? `${iso.replace(' ', 'T')}Z` : iso);
    return Number.isNaN(instant.getTime()) ? MISSING : format(instant);
  };
}

/** Compares two names in the reader's language: German sorts "Ä" with "A", and 2 is before 10. */
export function compareNames(a: string, b: string): number {
  return collator().compare(a, b);
}
