import { headingKey, type BulkColumn } from '~/contract/bulk-columns';
import { readDate } from '~/contract/date-text';
import { readNumber, thousandsOrDecimals } from '~/contract/number-text';
import type { SentenceText } from '~/contract/sentence';
import { formatParkingSpots, parseParkingSpots } from '~/contract/parking';
import { isBlankCell, type Cell } from '../formats/sheet-row';

/** The value to validate by the contract's rule; with a `problem` the cell could not be converted. */
export interface CellValue {
  value: Cell;
  problem?: SentenceText;
}

/** A cell's value in the column's wire form; what cannot be converted stays unchanged, so that the rule rejects it. */
export function toValue(
  { kind, options }: Pick<BulkColumn, 'kind' | 'options'>,
  cell: Cell | undefined,
): CellValue {
  if (cell === undefined || isBlankCell(cell)) return { value: null };
  switch (kind) {
    case 'text':
      return { value: toText(cell) };
    case 'integer':
    case 'decimal':
      return toNumber(cell);
    case 'date':
      return toDate(cell);
    case 'parking':
      return { value: toParking(toText(cell)) };
    case 'choice':
      return { value: toChoice(options, toText(cell)) };
    case 'condo':
    case 'apartment':
      return { value: toReference(cell) };
  }
}

/** A number in a text column (a zip code, an apartment number) as a person would write it: no exponent. */
export function toText(cell: Cell): string {
  if (typeof cell === 'string') return cell.trim().toWellFormed();
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (typeof cell !== 'number') return '';
  const number = withoutNoise(cell);
  if (Math.abs(number) >= 1e15 && Number.isInteger(number)) return BigInt(number).toString();
  const text = String(number);
  return text.includes('e') ? number.toFixed(20).replace(/\.?0+$/, '') : text;
}

/** Excel keeps 15 digits; more are rounding noise. */
function withoutNoise(number: number): number {
  return Number(number.toPrecision(15));
}

function toNumber(cell: Cell): CellValue {
  if (typeof cell === 'number') return { value: withoutNoise(cell) };
  if (typeof cell !== 'string') return { value: cell };
  const text = cell.trim();
  const readings = thousandsOrDecimals(text);
  if (readings) {
    const [first, second] = readings;
    const problem: SentenceText = `could be ${first} or ${second}: write it without a thousands mark`;
    return { value: text, problem };
  }
  const number = readNumber(text);
  return { value: Number.isNaN(number) ? text : number };
}

/** Serial numbers that can be a building's date: 1902 to 2119. A bare year is not a date. */
const FIRST_SERIAL = 1_000;
const LAST_SERIAL = 80_000;
const FIRST_YEAR_LIKE = 1_200;
const LAST_YEAR_LIKE = 2_200;

function toDate(cell: Cell): CellValue {
  if (typeof cell === 'number') {
    const yearLike = cell >= FIRST_YEAR_LIKE && cell <= LAST_YEAR_LIKE;
    if (yearLike || cell < FIRST_SERIAL || cell > LAST_SERIAL) return { value: String(cell) };
    const days = Math.floor(cell);
    return { value: new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10) };
  }
  if (typeof cell !== 'string') return { value: String(cell) };
  const date = readDate(cell);
  if (date === null || typeof date === 'string') return { value: date ?? cell.trim() };
  const [first, second] = date;
  return { value: cell.trim(), problem: `could be ${first} or ${second}: write it as YYYY-MM-DD` };
}

/** Most cells have one spot, which needs no parsing. */
function toParking(text: string): string {
  return /^[A-Z]?\d+$/.test(text) ? text : formatParkingSpots(parseParkingSpots(text));
}

/** The option that is known by this word, compared as headings are. */
function toChoice(options: BulkColumn['options'], text: string): string {
  const word = headingKey(text);
  const option = options.find(({ value, synonyms }) =>
    [value, ...synonyms].some((name) => headingKey(name) === word),
  );
  return option?.value ?? text;
}

/** An id, or a name instead. */
function toReference(cell: Cell): Cell {
  if (typeof cell === 'number') return cell;
  const text = toText(cell);
  return /^\d{1,10}$/.test(text) ? Number(text) : text;
}
