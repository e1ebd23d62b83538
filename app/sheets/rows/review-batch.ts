import { ROW_NUMBER } from '~/contract/bulk';
import {
  existingRowOf,
  existingRowSchema,
  newRowSchema,
  type ExistingRow,
  type InvalidRow,
} from '~/contract/file-review';
import { z } from '~/contract/zod';
import type { RowBatch } from './row-batch';

/** The rows of a batch of an exported file that comes back. */
export interface ReviewBatch {
  /** Rows that name a record; those with invalid cells say so. */
  existing: Array<{ row: ExistingRow; invalid?: InvalidRow }>;
  /** Rows of which the record is not known. */
  invalid: InvalidRow[];
  /** Rows without an id, as an import has them. */
  created: unknown[];
}

const readRows = z.array(z.union([existingRowSchema, newRowSchema]));

/** Reads what createReviewReader has written; the checks of the batch come before. */
export function readReviewBatch(batch: RowBatch): ReviewBatch {
  const read: ReviewBatch = { existing: [], invalid: [], created: [] };
  for (const row of readRows.parse(batch.readValid())) {
    if ('id' in row) read.existing.push({ row });
    else read.created.push({ [ROW_NUMBER]: row[ROW_NUMBER], ...row.cells });
  }
  for (const invalid of batch.readInvalid()) {
    const row = existingRowOf(invalid);
    if (row) read.existing.push({ row, invalid });
    else read.invalid.push(invalid);
  }
  read.existing.sort((a, b) => a.row[ROW_NUMBER] - b.row[ROW_NUMBER]);
  return read;
}
