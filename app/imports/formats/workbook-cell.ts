import { utils, type CellObject } from '@e965/xlsx';
import type { SheetCell, ShownCell } from './sheet-row';

/** Facts about a workbook that its cells do not say. */
export interface CellContext {
  isXls: boolean;
  /** Dates are counted from 1904. */
  is1904: boolean;
}

/** A cell as the library has read it. */
export function toSheetCell(cell: CellObject | undefined, context: CellContext): SheetCell {
  if (!cell) return null;
  const { t, v, f } = cell;
  if (t === 'e') return errorCode(cell);
  if (isWithoutResult(cell, context)) return { value: null, shown: `=${f ?? ''}` };
  if (typeof v === 'boolean') return v;
  const format = typeof cell.z === 'string' ? cell.z : '';
  // A format may put words around a text.
  if (typeof v === 'string') return /.@|@./s.test(format) ? textUnder(format, v) : v;
  if (typeof v !== 'number' || !Number.isFinite(v)) return null;
  if (!showsDate(format)) return PLAIN_FORMATS.has(format) ? v : new FormattedCell(v, v, format);
  const days = context.is1904 ? v + DAYS_FROM_1900_TO_1904 : v;
  const value = dateText(days) || v;
  return SYSTEM_DATE.test(format) ? value : new FormattedCell(value, days, format);
}

/** The library has no text for the newer codes, whatever its type says. */
function errorCode(cell: CellObject): string {
  const code: unknown = utils.format_cell(cell);
  return typeof code === 'string' && code.startsWith('#') ? code : '#ERROR!';
}

/**
 * True for a formula that was saved without its result. Programs that write XLS give it an empty text
 * instead: only a formula with empty quotes means that.
 */
function isWithoutResult({ t, v, f, F }: CellObject, { isXls }: CellContext): boolean {
  if (f === undefined && F === undefined) return false;
  return t === 'z' || v === undefined || (isXls && v === '' && f?.includes('""') !== true);
}

const PLAIN_FORMATS: ReadonlySet<string> = new Set(['', 'General', '@']);
/** Quoted texts, locales and colours, escaped and padding characters: none of them shows a part of a date. */
const LITERALS = /"[^"]*"|\[[^\]]*\]|[\\_*].|General/g;
/** Each system shows these dates in its own way, or by its own names of months and days. */
const SYSTEM_DATE = /^m\/d\/yy$|\[\$-F[48]00\]|mmm|ddd/i;

function showsDate(format: string): boolean {
  return /[dmyhs]/i.test(format.replaceAll(LITERALS, ''));
}

const DAY_SECONDS = 86_400;
const DAYS_FROM_1900_TO_1904 = 1462;

/**
 * The text of a date, which has no time zone; empty for an impossible one. Excel's calendar has a February 29
 * in 1900, and begins with day 1; LibreOffice writes earlier days.
 */
function dateText(days: number): string {
  const isEarly = days >= 1 && days < 60;
  // Fractions of a day: half a second of rounding is not a time of day.
  const seconds = Math.round(days * DAY_SECONDS);
  const date = new Date(Date.UTC(1899, 11, isEarly ? 31 : 30) + seconds * 1000);
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}

/** A number or date under a format. Most are read as values: the text is made when it is asked for. */
class FormattedCell implements ShownCell {
  constructor(
    readonly value: string | number,
    private readonly stored: number,
    private readonly format: string,
  ) {}

  get shown(): string {
    const text = this.#padded() ?? textUnder(this.format, this.stored).trim();
    // A hidden value (";;;"), and one of which an exponent shows a part, are known by their digits.
    if (text === '' || /\dE[+-]?\d/i.test(text)) return String(this.value);
    // Marks between thousands differ between systems, and identify nothing.
    return GROUPED.test(this.format) ? text.replaceAll(/(?<=\d),(?=\d)/g, '') : text;
  }

  /** "000.0": the library drops the first zeros where there are decimals. */
  #padded(): string | undefined {
    const [, zeros, decimals] = /^(00+)\.(0+)$/.exec(this.format) ?? [];
    if (zeros === undefined || decimals === undefined || this.stored < 0) return undefined;
    const text = this.stored.toFixed(decimals.length);
    return text.padStart(zeros.length + 1 + decimals.length, '0');
  }
}

const GROUPED = /[#0?],[#0?]/;
const QUOTED_OR_POINT = /"[^"]*"|\\.|\.(?!0)/gs;

/** The text of a value under a format, as the library shows it once it has what it cannot read taken away. */
function textUnder(format: string, value: string | number): string {
  // A locale without a currency is shown as "$"; a point in a date is an error.
  const local = format.replaceAll(/\[\$-[^\]]*\]/g, '');
  const z = showsDate(local)
    ? local.replaceAll(QUOTED_OR_POINT, (part) => (part === '.' ? String.raw`\.` : part))
    : local;
  return utils.format_cell({ t: typeof value === 'string' ? 's' : 'n', v: value, z });
}
