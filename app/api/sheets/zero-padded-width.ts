import type { Cell } from './sheet-row';

/**
 * How many digits a cell shows at least, by `cellKey`, where its number format adds zeros in front, such as "00000" for
 * a zip code: 1003 shows as 01003 there, and that is what a person means by it. The reading library knows the number
 * alone.
 */
export type ZeroPaddedWidths = ReadonlyMap<number, number>;

export const NO_ZERO_PADDED_WIDTHS: ZeroPaddedWidths = new Map();

const COLUMNS = 16_384;

/** One number for a cell; row and column count from 0. */
export function cellKey(row: number, column: number): number {
  return row * COLUMNS + column;
}

/** The digits that a number format of zeros alone shows at least; undefined for any other. */
export function zeroPaddedWidth(code: string): number | undefined {
  // Only the form of positive numbers counts; locales, colours and padding show no digits.
  const [positive = ''] = code.split(';');
  const plain = positive.replaceAll(/\[[^\]]{0,100}\]|[_*]./g, '').trim();
  const zeros = /^#*(0{2,30})$/.exec(plain)?.[1];
  return zeros?.length;
}

/** A whole number as its format shows it. */
export function withZeros(cell: Cell, width: number | undefined): Cell {
  if (width === undefined || typeof cell !== 'number') return cell;
  if (!Number.isSafeInteger(cell) || cell < 0 || cell >= 10 ** (width - 1)) return cell;
  return String(cell).padStart(width, '0');
}
