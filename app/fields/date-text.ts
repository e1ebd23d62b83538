import { searchText, withoutInvisible } from './search-text';

/**
 * Reads a typed calendar date, as YYYY-MM-DD: "2001-05-12", "12.5.2001", "2001/5/12", "12. Mai 2001". An
 * impossible date ("31.2.2001") is returned in this form too, so that the field's rule rejects it. An
 * ambiguous one ("5/6/2001") returns both readings. Null for any other text (docs/behaviour/forms.md,
 * "Numbers and dates").
 */
export function readDate(typed: string): string | readonly [string, string] | null {
  const text = withoutInvisible(typed).trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]([\d:.]+)(Z|[+-]\d\d:?\d\d)?)?$/.exec(text);
  if (iso) return dayOfInstant(isoDate(iso[1], iso[2], iso[3]), iso[4], iso[5]);
  const yearFirst = /^(\d{4})[./](\d{1,2})[./](\d{1,2})$/.exec(text);
  if (yearFirst) return isoDate(yearFirst[1], yearFirst[2], yearFirst[3]);
  const dotted = /^(\d{1,2})[.] ?(\d{1,2})[.] ?(\d{4})(?: [\d:]+)?$/.exec(text);
  if (dotted) return isoDate(dotted[3], dotted[2], dotted[1]);
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?: [\d:]+)?$/.exec(text);
  return slashed ? slashedDate(slashed) : namedDate(text);
}

/**
 * True for a date that a spreadsheet has made of a number: 3-5 becomes "03. Mai", 5/48 "Mai 48", 3.5.26 a
 * date.
 */
export function isDateText(text: string): boolean {
  const dates = [text, `${text} 2000`, `1 ${text.replace(/(?<=\D)\d\d$/, '20$&')}`];
  return text.length > 4 && dates.some((date) => readDate(date) !== null);
}

/** Reads "31. Dezember 2001", "1er mai 1998", "31-Dec-2001", "December 31, 2001", also after a weekday. */
function namedDate(text: string): string | null {
  const plain = text.replace(/^\p{L}{2,12}\.?, ?/u, '');
  const dayFirst = /^(\d{1,2})(?:\.|er|°|º)?[ -]?(?:di |de )?(\p{L}{3,10}\.?)[ -]?(\d{4})$/u.exec(
    plain,
  );
  const monthFirst = /^(\p{L}{3,10}\.?) (\d{1,2}),? (\d{4})$/u.exec(plain);
  const [, day, name, year] = dayFirst ?? [];
  const [, otherName, otherDay, otherYear] = monthFirst ?? [];
  const month = monthNumber(name ?? otherName ?? '');
  return month === undefined ? null : isoDate(year ?? otherYear, String(month), day ?? otherDay);
}

/** An instant is the day that begins then; at any other time it may be that of another zone. */
function dayOfInstant(day: string, time = '', zone = ''): string | readonly [string, string] {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (zone === '' || Number.isNaN(at) || !/[1-9]/.test(time)) return day;
  const isLate = Number(/^\d+/.exec(time)?.[0] ?? 0) >= 12;
  const other = new Date(at + (isLate ? DAY_MS : -DAY_MS)).toISOString().slice(0, 10);
  return isLate ? [day, other] : [other, day];
}

const DAY_MS = 86_400_000;

/** The order of day and month is certain only if one of them cannot be a month. */
function slashedDate([, first, second, year]: RegExpExecArray): string | readonly [string, string] {
  if (Number(first) > 12 || first === second) return isoDate(year, second, first);
  if (Number(second) > 12) return isoDate(year, first, second);
  return [isoDate(year, second, first), isoDate(year, first, second)];
}

function isoDate(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const LANGUAGES = ['de', 'fr', 'it', 'en', 'de-AT'] as const;

let numbers: ReadonlyMap<string, number> | undefined;

/** 1 to 12 for the name of a month or its common abbreviation in German, French, Italian or English. */
function monthNumber(name: string): number | undefined {
  numbers ??= readNames();
  return numbers.get(nameKey(name));
}

function readNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of LANGUAGES) {
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' });
      for (let number = 1; number <= 12; number += 1) {
        const parts = format.formatToParts(new Date(Date.UTC(2000, number - 1, 1)));
        const name = parts.find(({ type }) => type === 'month')?.value ?? '';
        names.set(nameKey(name), number);
        // Excel abbreviates to three letters where a language uses more; "jui" is ambiguous.
        const cut = nameKey(name).slice(0, 3);
        if (cut !== 'jui' && !names.has(cut)) names.set(cut, number);
      }
    }
  }
  return names;
}

function nameKey(name: string): string {
  return searchText(name).replaceAll('.', '');
}
