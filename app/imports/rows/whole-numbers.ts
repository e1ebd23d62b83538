import type { MatchedColumn } from '~/imports/bulk-columns';
import { shownOf, type SheetCell, type SheetRow } from '../formats/sheet-row';

/** A number whose decimals are zeros. Three zeros are excluded, since they could mean thousands. */
const WITH_ZEROS = /^(\d{1,15})[.,]0{1,2}$/;
const WITH_DECIMALS = /^\d+[.,]\d+$/;

/**
 * Decimal separators before a zero, in one and in two bytes. A text file without them has no such numbers.
 */
const MARKS = ['.0', ',0', '.\u00000', ',\u00000'];

export function mayHaveZeros(bytes: Buffer): boolean {
  return MARKS.some((mark) => bytes.includes(mark));
}

/**
 * Finds the columns of texts whose decimals a program has added: "8001.0" for a postcode. All decimals of
 * such a column are zeros. A "3.1" in another row means that "3.0" is a real number of a unit. Postcodes and
 * phone numbers never have decimals.
 */
export async function wholeNumberColumns(
  columns: readonly MatchedColumn[],
  chunks: AsyncIterable<readonly SheetRow[]>,
): Promise<ReadonlySet<number>> {
  const whole = new Set<number>();
  const real = new Set<number>();
  for (const { index, column } of columns) {
    if (column && WITHOUT_DECIMALS.has(column.field)) whole.add(index);
  }
  const texts = columns.flatMap(({ index, column }) =>
    column && TEXT_KINDS.has(column.kind) && !whole.has(index) ? [index] : [],
  );
  for await (const rows of chunks) {
    for (const { cells } of rows) {
      for (const index of texts) {
        const cell = cells[index] ?? null;
        const text = String(shownOf(cell) ?? '').trim();
        if (typeof cell === 'string' && WITH_ZEROS.test(text)) whole.add(index);
        else if (WITH_DECIMALS.test(text)) real.add(index);
      }
    }
  }
  return new Set([...whole].filter((index) => !real.has(index)));
}

const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(['zip_code', 'phone']);
const TEXT_KINDS: ReadonlySet<string> = new Set(['text', 'condo', 'apartment']);

export function withoutZeros(cell: SheetCell): SheetCell {
  const shown = shownOf(cell);
  const [, whole] = typeof shown === 'string' ? (WITH_ZEROS.exec(shown.trim()) ?? []) : [];
  return whole ?? cell;
}
