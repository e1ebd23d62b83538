import type { Cell } from './sheet-row';

/** Least digits that a cell shows, by `cellKey` ("00000": 1003 is 01003): the library drops formats. */
export type ZeroPaddedWidths = ReadonlyMap<number, number>;

export const NO_ZERO_PADDED_WIDTHS: ZeroPaddedWidths = new Map();

const COLUMNS = 16_384;

/** Packs row and column, which count from 0, into one number. */
export function cellKey(row: number, column: number): number {
  return row * COLUMNS + column;
}

/** The minimum number of digits of a number format that consists of zeros; undefined for any other. */
export function zeroPaddedWidth(code: string): number | undefined {
  // Only the format of positive numbers counts; locales, colours and padding add no digits.
  const [positive = ''] = code.split(';');
  const plain = positive.replaceAll(/\[[^\]]{0,100}\]|[_*]./g, '').trim();
  const zeros = /^#*(0{2,30})$/.exec(plain)?.[1];
  return zeros?.length;
}

/** A whole number as its format displays it. */
export function withZeros(cell: Cell, width: number | undefined): Cell {
  if (width === undefined || typeof cell !== 'number') return cell;
  if (!Number.isSafeInteger(cell) || cell < 0 || cell >= 10 ** (width - 1)) return cell;
  return String(cell).padStart(width, '0');
}
