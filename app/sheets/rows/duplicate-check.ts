import type { ReviewType } from '~/contract/row-review';
import type { SentenceText } from '~/contract/sentence';
import type { Cell } from '../formats/sheet-row';
import { KEY_FIELDS, type KeyField } from './key-fields';
import { keyOf, rowsWith, type ReadRow } from './row';
import { compositeKey, foldCase, rejectRow, SeenRows, type HeadingOf } from './row-checks';

interface DuplicateRule {
  /** The field that is named. */
  field: KeyField;
  /** The key field that many rows share. */
  group: KeyField;
  stored: (id: number, group: Cell) => SentenceText;
  inFile: (first: number, group: Cell) => SentenceText;
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
export function rowsWithKey(type: ReviewType, rows: readonly ReadRow[]): ReadRow[] {
  return rowsWith(rows, ...KEY_FIELDS[type]);
}

/** The key that two rows, or a row and a record, share when they are duplicates; case aside. */
export function duplicateKey(type: ReviewType, values: Readonly<Record<string, unknown>>): string {
  const keys = KEY_FIELDS[type].map((field) => values[field]);
  return compositeKey(...keys.map((value) => foldCase(isCell(value) ? value : null)));
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

  /** Adds errors to duplicates among these rows; `stored` has the ids of records with the same key. */
  check(rows: readonly ReadRow[], stored: ReadonlyMap<ReadRow, number>): void {
    const { field, group, ...why } = this.#rule;
    for (const row of rows) {
      const shared = keyOf(row, group);
      const first = this.#seen.firstWith(foldCase(shared), duplicateKey(this.type, row.keys), row);
      const id = stored.get(row);
      if (id === undefined && first === undefined) continue;
      const text = id === undefined ? why.inFile(first ?? 0, shared) : why.stored(id, shared);
      rejectRow(row, { name: field, headingOf: this.headingOf }, keyOf(row, field), text);
    }
  }
}
