import { ROW_NUMBER } from './bulk';
import type { BulkReview } from './bulk-review';
import { ROW_VERSION } from './export-columns';
import type { Fields as Answer } from './reading';
import { fieldProblem, invalidRow, type InvalidRow } from './row-error';
import { changesOf, type ReviewType, type ReviewValues } from './row-review';
import type { SentenceText } from './sentence';

/** The record that a row of an edited export names, and the version of it that was exported. */
export interface NamedRecord {
  id: number;
  version: string;
  /** Texts with what looks like a guard against formulas: it is one only in a CSV file of ours that was saved as a workbook. */
  asWritten: ReviewValues;
}

/** A row of an exported file that comes back. */
export interface ExistingRow {
  /** In the file. */
  number: number;
  record: NamedRecord;
  values: ReviewValues;
  /** Why cells break a rule; null where none does. */
  invalid: Omit<InvalidRow, 'row'> | null;
}

/** A stored record that a row is compared with. */
export interface StoredRecord {
  record: Answer;
  /** What people call it. */
  name: string;
  /** As in an export. */
  version: string;
}

/** Collects the review of a file, row by row, for any reader of the file and any store of the records. */
export class FileReview {
  readonly #review: BulkReview = {
    changed: [],
    conflicts: [],
    new_rows: [],
    invalid_rows: [],
    unchanged: 0,
    missing: 0,
  };
  /** The row that named an id first. */
  readonly #first = new Map<number, number>();
  #known = 0;

  constructor(private readonly type: ReviewType) {}

  /** Compares a row with its record, if there is one. Cells that break a rule are no error where the record has the same value. */
  compare(row: ExistingRow, stored: StoredRecord | undefined): void {
    const { id, version, asWritten } = row.record;
    const first = this.#first.get(id);
    if (first !== undefined) return this.#reject(row, `row ${first} has the same id`);
    this.#first.set(id, row.number);
    if (!stored) {
      this.#reject(row, 'there is no record with this id: it was deleted, or never existed');
      return;
    }
    this.#known += 1;
    const changes = changesOf(this.type, stored.record, row.values, asWritten);
    if (changes.length === 0) this.#review.unchanged += 1;
    else if (row.invalid) {
      const marks = { [ROW_NUMBER]: row.number, id, [ROW_VERSION]: version };
      this.addInvalid({ row: { ...marks, ...row.values }, ...row.invalid });
    } else {
      const list = version === stored.version ? this.#review.changed : this.#review.conflicts;
      const { name, version: storedVersion } = stored;
      list.push({ [ROW_NUMBER]: row.number, id, name, version: storedVersion, changes });
    }
  }

  addInvalid(row: InvalidRow): void {
    this.#review.invalid_rows.push(row);
  }

  addNew(row: BulkReview['new_rows'][number]): void {
    this.#review.new_rows.push(row);
  }

  /** The review of a file, by how many records there are. */
  finish(records: number): BulkReview {
    return { ...this.#review, missing: records - this.#known };
  }

  #reject({ number, record: { id }, values }: ExistingRow, message: SentenceText): void {
    const problem = fieldProblem('id', `id "${id}"`, message);
    this.addInvalid(invalidRow({ [ROW_NUMBER]: number, id, ...values }, [problem]));
  }
}
