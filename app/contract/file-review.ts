import { ROW_NUMBER } from './bulk';
import type { BulkReview } from './bulk-review';
import type { FieldError } from './error';
import { INTEGER_MAX } from './limits';
import { fieldsOf, type Fields as Answer } from './reading';
import { changesOf, type ReviewType, type ReviewValues } from './row-review';
import { z } from './zod';

function isValues(value: unknown): value is ReviewValues {
  const fields = fieldsOf(value);
  return (
    fields === value &&
    Object.values(fields).every(
      (one) => one === null || typeof one === 'string' || typeof one === 'number',
    )
  );
}

/** Of each row of a long file: a plain function, where a record of unions would take most of a review's time. */
const valuesSchema = z.custom<ReviewValues>(isValues);

/** A row of an exported file that comes back: it names its record, and the version that was exported. */
export const existingRowSchema = z.object({
  [ROW_NUMBER]: z.int(),
  id: z.int().min(1).max(INTEGER_MAX),
  row_version: z.string(),
  values: valuesSchema,
});
export type ExistingRow = z.infer<typeof existingRowSchema>;

/** A row without an id: a new record. Its cells are as the file has them. */
export const newRowSchema = z.object({
  [ROW_NUMBER]: z.int(),
  cells: z.record(z.string(), z.unknown()),
});
export type NewRow = z.infer<typeof newRowSchema>;

/** A stored record that a row is compared with. */
export interface StoredRecord {
  record: Answer;
  /** What people call it. */
  name: string;
  /** As in an export. */
  version: string;
}

/** A row whose cells break a rule, and why. */
export interface InvalidRow {
  row: unknown;
  error: string;
  errors: FieldError[];
}

/** The record that an invalid row names, and its cells; null where it names none. */
export function existingRowOf({ row }: InvalidRow): ExistingRow | null {
  return existingRowSchema.safeParse(row).data ?? null;
}

const anyRow = z.looseObject({ values: z.record(z.string(), z.unknown()) });

/**
 * Collects the review of a file, row by row, whoever reads the file and whatever stores the records (docs/behaviour.md,
 * "Edited exports"). Of rows that change nothing only the number is kept.
 */
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

  /** Whether no row before has the same id; a later one is invalid. */
  isFirst(row: ExistingRow): boolean {
    if (this.claim(row.id, row[ROW_NUMBER])) return true;
    this.#reject(row, `row ${this.#first.get(row.id)} has the same id`);
    return false;
  }

  /** The same by numbers alone, without a word about a later row. */
  claim(id: number, row: number): boolean {
    if (this.#first.has(id)) return false;
    this.#first.set(id, row);
    return true;
  }

  /** Rows that have been compared elsewhere, and are as their records are. */
  addUnchanged(rows: number): void {
    this.#known += rows;
    this.#review.unchanged += rows;
  }

  /**
   * Compares a row with its record; undefined: there is none. Cells that break a rule (`invalid`) are no error where the
   * record has the same value: an export that comes back as it was changes nothing.
   */
  compare(row: ExistingRow, stored: StoredRecord | undefined, invalid?: InvalidRow): void {
    if (!stored) {
      this.#reject(row, 'there is no record with this id: it was deleted, or never existed');
      return;
    }
    this.#known += 1;
    const { id, row_version: version, values, [ROW_NUMBER]: number } = row;
    const changes = changesOf(this.type, stored.record, values);
    if (changes.length === 0) this.#review.unchanged += 1;
    else if (invalid) this.addInvalid(invalid);
    else {
      const { name, version: storedVersion } = stored;
      const list = version === storedVersion ? this.#review.changed : this.#review.conflicts;
      list.push({ [ROW_NUMBER]: number, id, name, version: storedVersion, changes });
    }
  }

  addInvalid({ row, error, errors }: InvalidRow): void {
    this.#review.invalid_rows.push({ row: flat(row), error, errors });
  }

  addNew(rows: BulkReview['new_rows'], invalid: BulkReview['invalid_rows']): void {
    for (const row of rows) this.#review.new_rows.push(row);
    for (const row of invalid) this.#review.invalid_rows.push(row);
  }

  /** The review of a file, by how many records there are; the rows are in the file's order. */
  finish(records: number): BulkReview {
    const { changed, conflicts } = this.#review;
    for (const list of [changed, conflicts]) list.sort((a, b) => a[ROW_NUMBER] - b[ROW_NUMBER]);
    return { ...this.#review, missing: records - this.#known };
  }

  #reject({ id, values, [ROW_NUMBER]: number }: ExistingRow, message: string): void {
    this.#review.invalid_rows.push({
      row: { [ROW_NUMBER]: number, id, ...values },
      error: `id "${id}": ${message}`,
      errors: [{ field: 'id', message }],
    });
  }
}

/** The row as bulk-validate would name it. */
function flat(row: unknown): unknown {
  const read = anyRow.safeParse(row);
  if (!read.success) return row;
  const { values, ...marks } = read.data;
  return { ...marks, ...values };
}
