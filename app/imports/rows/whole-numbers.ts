import { shownOf, type SheetCell, type SheetRow } from '../formats/sheet-row';

/** Three zeros may be thousands. */
const WITH_ZEROS = /^(\d{1,15})[.,]0{1,2}$/;
const WITH_DECIMALS = /^\d+[.,]\d+$/;

/**
 * The columns whose decimals a program has added ("8001.0" for a postcode): texts that have no others. Where
 * one has ("3.0" beside "3.1"), they belong to a number of a unit.
 */
export function wholeNumberColumns(rows: readonly SheetRow[]): ReadonlySet<number> {
  const found = new Set<number>();
  const real = new Set<number>();
  for (const { cells } of rows) {
    for (const [index, cell] of cells.entries()) {
      const text = String(shownOf(cell) ?? '').trim();
      if (typeof cell === 'string' && WITH_ZEROS.test(text)) found.add(index);
      else if (WITH_DECIMALS.test(text)) real.add(index);
    }
  }
  return new Set([...found].filter((index) => !real.has(index)));
}

export function withoutZeros(cell: SheetCell): SheetCell {
  return typeof cell === 'string' ? cell.trim().replace(WITH_ZEROS, '$1') : cell;
}
