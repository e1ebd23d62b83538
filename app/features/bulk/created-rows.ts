import type { BulkCreation, BulkValidation } from '~/contract/bulk-reading';
import { rowNumberOf } from './row-values';

/** The valid rows that a creation has left out: all where it has created none, else those that it names. */
export function rowsLeft<T>(
  validRows: readonly T[],
  creation: BulkCreation | undefined,
): readonly T[] {
  if (!creation || creation.created === 0) return validRows;
  const rejected = new Set(creation.errors.map(({ row }) => rowNumberOf(row)));
  rejected.delete(null);
  return validRows.filter((row) => rejected.has(rowNumberOf(row)));
}

/** The numbers of the rows that a creation has made entries of. */
export function createdNumbers(validRows: readonly unknown[], creation: BulkCreation): number[] {
  const left = new Set(rowsLeft(validRows, creation));
  return validRows.flatMap((row) => (left.has(row) ? [] : (rowNumberOf(row) ?? [])));
}

/** A validation without the rows that were created before: an API rejects them as duplicates of their own entries. */
export function withoutCreated<T extends BulkValidation>(
  validation: T,
  created: ReadonlySet<number>,
): T {
  const invalidRows = validation.invalidRows.filter(({ row }) => {
    const number = rowNumberOf(row);
    return number === null || !created.has(number);
  });
  return { ...validation, invalidRows };
}
