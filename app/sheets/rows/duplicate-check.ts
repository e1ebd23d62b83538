import type { ReviewType } from '~/contract/row-review';
import type { Cell } from '../formats/sheet-row';
import { KEY_FIELDS } from './key-fields';
import type { RowBatch } from './row-batch';
import { compositeKey, foldCase, rejectRow, SeenRows, type HeadingOf } from './row-checks';

interface DuplicateRule {
  /** The field that is named. */
  field: string;
  /** The key field that many rows share. */
  group: string;
  stored: (id: number, group: Cell) => string;
  inFile: (first: number, group: Cell) => string;
}

const RULES: Readonly<Record<ReviewType, DuplicateRule>> = {
  condo: {
    field: 'name',
    group: 'zip_code',
    stored: (id) => `a building with this name, address and zip code exists already (id ${id})`,
    inFile: (first) => `row ${first} has the same name, address and zip code`,
  },
  apartment: {
    field: 'apartment_number',
    group: 'condo_id',
    stored: (_id, condo) => `building ${condo} already has an apartment with this number`,
    inFile: (first, condo) => `row ${first} has the same number in building ${condo}`,
  },
};

/** The rows whose key can be compared: nothing is wrong with it so far. */
export function rowsWithKey(type: ReviewType, batch: RowBatch): number[] {
  return batch.rowsWith(...KEY_FIELDS[type]);
}

/** What two rows, or a row and a record, have in common when they are duplicates; case aside. */
export function duplicateKey(values: readonly unknown[]): string {
  return compositeKey(...values.map((value) => foldCase(isCell(value) ? value : null)));
}

/** The duplicate key of a row of a batch. */
export function duplicateKeyOf(type: ReviewType, batch: RowBatch, rowIndex: number): string {
  return duplicateKey(KEY_FIELDS[type].map((_field, index) => batch.keyValue(rowIndex, index)));
}

function isCell(value: unknown): value is Cell {
  return typeof value === 'string' || typeof value === 'number';
}

/** Two buildings are the same by name, address and zip code, two apartments by number and building. One check per import. */
export class DuplicateCheck {
  readonly #seen = new SeenRows();
  readonly #rule: DuplicateRule;

  constructor(
    private readonly type: ReviewType,
    private readonly headingOf: HeadingOf,
  ) {
    this.#rule = RULES[type];
  }

  /** Adds errors to duplicates among these rows; `stored` has the ids of records with the same key, by row. */
  check(batch: RowBatch, rows: readonly number[], stored: ReadonlyMap<number, number>): void {
    const { field, group, ...why } = this.#rule;
    const names: readonly string[] = KEY_FIELDS[this.type];
    for (const rowIndex of rows) {
      const shared = batch.keyValue(rowIndex, names.indexOf(group));
      const key = duplicateKeyOf(this.type, batch, rowIndex);
      const first = this.#seen.firstWith(foldCase(shared), key, batch, rowIndex);
      const id = stored.get(rowIndex);
      if (id === undefined && first === undefined) continue;
      const value = batch.keyValue(rowIndex, names.indexOf(field));
      const text = id === undefined ? why.inFile(first ?? 0, shared) : why.stored(id, shared);
      rejectRow(batch, rowIndex, { name: field, headingOf: this.headingOf }, value, text);
    }
  }
}
