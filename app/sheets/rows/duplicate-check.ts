import { readText } from '~/contract/reading';
import type { ReviewType } from '~/contract/row-review';
import type { SentenceText } from '~/contract/sentence';
import type { Cell } from '../formats/sheet-row';
import { KEY_FIELDS, keyOf, rowsWith, type KeyField, type ReadRow } from './row';
import { compositeKey, foldCase, rejectRow, SeenRows, type RejectRow } from './row-checks';

interface DuplicateRule {
  /** The field that is named. */
  field: KeyField;
  stored: (id: number, condo: Cell) => SentenceText;
  inFile: (first: number, condo: Cell) => SentenceText;
}

const RULES: Readonly<Record<ReviewType, DuplicateRule>> = {
  condo: {
    field: 'name',
    stored: (id) => `a building with this name, address and zip code exists already (id ${id})`,
    inFile: (first) => `row ${first} has the same name, address and zip code`,
  },
  apartment: {
    field: 'apartment_number',
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
  return compositeKey(...KEY_FIELDS[type].map((field) => foldCase(readText(values[field]))));
}

/** Two buildings are the same by name, address and zip code, two apartments by number and building. One check per import. */
export class DuplicateCheck {
  readonly #seen = new SeenRows();

  constructor(
    private readonly type: ReviewType,
    private readonly reject: RejectRow = rejectRow,
  ) {}

  /** Adds errors to duplicates among these rows; `stored` has the ids of records with the same key. */
  check(rows: readonly ReadRow[], stored: ReadonlyMap<ReadRow, number>): void {
    const { field, ...why } = RULES[this.type];
    for (const row of rows) {
      const first = this.#seen.firstWith(duplicateKey(this.type, row.keys), row);
      const id = stored.get(row);
      const condo = keyOf(row, 'condo_id');
      if (id !== undefined) this.reject(row, field, why.stored(id, condo));
      else if (first !== undefined) this.reject(row, field, why.inFile(first, condo));
    }
  }
}
