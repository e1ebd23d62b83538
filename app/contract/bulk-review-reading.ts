import { readRowErrors, type BulkCreation, type RowError } from './bulk-reading';
import { fieldsOf, readId, readList, readNumber, readText, type Fields } from './reading';
import { toReviewValue, type FieldChange } from './row-review';

/** A row of a reviewed file that differs from its record. */
export interface ReviewedRow {
  rowNumber: number;
  id: number;
  name: string;
  version: string;
  changes: readonly FieldChange[];
}

/** The response of POST /admin/bulk-review in the panel. */
export interface BulkReview {
  changed: readonly ReviewedRow[];
  conflicts: readonly ReviewedRow[];
  newRows: readonly Fields[];
  invalidRows: readonly RowError[];
  unchanged: number;
  missing: number;
}

export function readBulkReview(answer: unknown): BulkReview {
  const { changed, conflicts, new_rows, invalid_rows, unchanged, missing } = fieldsOf(answer);
  return {
    changed: readList(changed, readReviewed),
    conflicts: readList(conflicts, readReviewed),
    newRows: readList(new_rows, (fields) => fields),
    invalidRows: readRowErrors(invalid_rows),
    unchanged: readNumber(unchanged) ?? 0,
    missing: readNumber(missing) ?? 0,
  };
}

function readReviewed({ row_number, id, name, version, changes }: Fields): ReviewedRow {
  return {
    rowNumber: readNumber(row_number) ?? 0,
    id: readId(id) ?? 0,
    name: readText(name) ?? '',
    version: readText(version) ?? '',
    changes: readList(changes, (change) => ({
      field: readText(change.field) ?? '',
      old: toReviewValue(change.old),
      new: toReviewValue(change.new),
    })),
  };
}

/** The response of POST /admin/bulk-apply. */
export interface BulkApplication extends BulkCreation {
  changed: number;
}

export function readBulkApplication(answer: unknown): BulkApplication {
  const { changed, created, errors } = fieldsOf(answer);
  return {
    changed: readNumber(changed) ?? 0,
    created: readNumber(created) ?? 0,
    errors: readRowErrors(errors),
  };
}
