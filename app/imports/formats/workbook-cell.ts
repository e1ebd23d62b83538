import { utils, type CellObject } from '@e965/xlsx';
import type { SheetCell, ShownCell } from './sheet-row';

/** Properties of the workbook that change how a cell is read. */
export interface CellContext {
  isXls: boolean;
  /** True if dates are counted from 1904. */
  is1904: boolean;
}

/** Converts a cell of the library. */
export function toSheetCell(cell: CellObject | undefined, context: CellContext): SheetCell {
  if (!cell) return null;
  const { t, v, f } = cell;
  if (t === 'e') return errorCode(cell);
  if (isWithoutResult(cell, context)) return { value: null, shown: `=${f ?? ''}` };
  if (typeof v === 'boolean') return v;
  const format = typeof cell.z === 'string' ? cell.z : '';
  // A format may add words to a text.
  if (typeof v === 'string') return /.@|@./s.test(format) ? textUnder(format, v) : v;
  if (typeof v !== 'number' || !Number.isFinite(v)) return null;
  const days = context.is1904 ? v + DAYS_FROM_1900_TO_1904 : v;
  if (!showsDate(format)) {
    const isPlain = PLAIN_FORMATS.has(format);
    if (context.is1904) return new FormattedCell(v, v, isPlain ? '' : format, days);
    return isPlain ? v : new FormattedCell(v, v, format);
  }
  const value = dateText(days) || v;
  return SYSTEM_DATE.test(format) ? value : new FormattedCell(value, days, format);
}

/** Text of an error. format_cell() returns nothing for newer error codes, although its type says string. */
function errorCode(cell: CellObject): string {
  const code: unknown = utils.format_cell(cell);
  return typeof code === 'string' && code.startsWith('#') ? code : '#ERROR!';
}

/**
 * True for a formula that was saved without its result. In XLS its result is an empty text. A formula with
 * empty quotes may really have that result, so it is excluded.
 */
function isWithoutResult({ t, v, f, F }: CellObject, { isXls }: CellContext): boolean {
  if (f === undefined && F === undefined) return false;
  return t === 'z' || v === undefined || (isXls && v === '' && f?.includes('""') !== true);
}

const PLAIN_FORMATS: ReadonlySet<string> = new Set(['', 'General', '@']);
/** Parts of a format without date codes: quoted texts, locales, colours, escaped and padding characters. */
const LITERALS = /"[^"]*"|\[[^\]]*\]|[\\_*].|General/g;
/** Date formats whose display depends on the system: its short date, or its names of months and days. */
const SYSTEM_DATE = /^m\/d\/yy$|\[\$-F[48]00\]|mmm|ddd/i;

function showsDate(format: string): boolean {
  return /[dmyhs]/i.test(format.replaceAll(LITERALS, ''));
}

const DAY_SECONDS = 86_400;
const DAYS_FROM_1900_TO_1904 = 1462;

/**
 * The text of a date without a time zone; empty for an impossible date. Excel's calendar begins with day 1
 * and has a February 29 in 1900. LibreOffice also writes days before 0.
 */
function dateText(days: number): string {
  const isEarly = days >= 1 && days < 60;
  // Times are fractions of a day. They are rounded to seconds, since smaller parts are rounding errors.
  const seconds = Math.round(days * DAY_SECONDS);
  const date = new Date(Date.UTC(1899, 11, isEarly ? 31 : 30) + seconds * 1000);
  if (Number.isNaN(date.getTime())) return '';
  // Day 0 does not exist. Its cell shows "00.01.1900", or a time alone.
  const text =
    days >= 0 && days < 1 ? date.toISOString().replace(/^.{10}/, '1900-01-00') : date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}

/** A number or date under a format. Its text is made only on demand, since most cells are read as values. */
class FormattedCell implements ShownCell {
  constructor(
    readonly value: string | number,
    private readonly stored: number,
    private readonly format: string,
    /** The number of a day as it is counted from 1900, where `value` is counted from 1904. */
    readonly days?: number,
  ) {}

  get shown(): string {
    if (this.format === '') return String(Number(this.stored.toPrecision(15)));
    const text = this.#padded() ?? textUnder(this.format, this.stored).trim();
    // A hidden value (";;;") and a number shown with an exponent are replaced by their digits.
    if (text === '' || /\dE[+-]?\d/i.test(text)) return String(this.value);
    // Thousands separators are removed, since they differ between systems.
    if (GROUPED.test(this.format)) return text.replaceAll(/(?<=\d),(?=\d)/g, '');
    return GROUPED_OTHERWISE.test(this.format) ? text.replaceAll(THOUSANDS_MARK, '') : text;
  }

  /** The text under formats such as "000.0": the library drops leading zeros if there are decimals. */
  #padded(): string | undefined {
    const [, zeros, decimals] = /^(00+)\.(0+)$/.exec(this.format) ?? [];
    if (zeros === undefined || decimals === undefined || this.stored < 0) return undefined;
    const text = this.stored.toFixed(decimals.length);
    return text.padStart(zeros.length + 1 + decimals.length, '0');
  }
}

const GROUPED = /[#0?],[#0?]/;
/** Thousands grouped by blanks or apostrophes: "# ##0", "#'##0". "000 000" groups the digits of a phone. */
const GROUPED_OTHERWISE = /#(?:\\?[\s'’]|"[\s'’]")##0/;
const THOUSANDS_MARK = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;
const QUOTED_OR_POINT = /"[^"]*"|\\.|\.(?!0)/gs;

/** The text of a value under a format. Parts of the format that the library cannot read are removed first. */
function textUnder(format: string, value: string | number): string {
  // The library shows a locale without a currency as "$", and fails for a point in a date.
  const local = format.replaceAll(/\[\$-[^\]]*\]/g, '');
  const z = showsDate(local)
    ? local.replaceAll(QUOTED_OR_POINT, (part) => (part === '.' ? String.raw`\.` : part))
    : local;
  return utils.format_cell({ t: typeof value === 'string' ? 's' : 'n', v: value, z });
}
