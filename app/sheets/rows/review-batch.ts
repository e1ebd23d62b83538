import { ROW_NUMBER } from '~/contract/bulk';
import {
  existingRowOf,
  existingRowSchema,
  newRowSchema,
  type ExistingRow,
  type FileReview,
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

/** A valid row that names a record, not read: most of them are as their record is, to the letter. */
export interface RowText {
  number: number;
  id: number;
  /** Its values as JSON text. */
  values: string;
  read(): ExistingRow;
}

/** As createReviewReader writes it; a row that is not is read. */
const ROW_START = new RegExp(
  `^\\{"${ROW_NUMBER}":(\\d+),"id":(\\d+),"row_version":"[^"\\\\]*","values":(?=\\{)`,
);

/**
 * Reads what createReviewReader has written; the checks of the batch come before. Of rows with the same id only the first is
 * returned, the others are invalid; rows that need not be read are texts.
 */
export function readReviewTexts(
  batch: RowBatch,
  review: FileReview,
): ReviewBatch & { texts: RowText[] } {
  const { texts, ...read } = readTexts(batch);
  const named = new Set(read.existing.map(({ row }) => row.id));
  const isAlone = ({ id, number }: RowText) => !named.has(id) && review.claim(id, number);
  const { alone = [], others = [] } = Object.groupBy(texts, (text) =>
    isAlone(text) ? 'alone' : 'others',
  );
  const existing = byNumber([...read.existing, ...others.map((text) => ({ row: text.read() }))]);
  return { ...read, existing: existing.filter(({ row }) => review.isFirst(row)), texts: alone };
}

function readTexts(batch: RowBatch): ReviewBatch & { texts: RowText[] } {
  const texts: RowText[] = [];
  const others: unknown[] = [];
  for (const json of batch.validRows()) {
    const [start, number, id] = ROW_START.exec(json) ?? [];
    if (start === undefined) others.push(JSON.parse(json));
    else {
      const values = json.slice(start.length, -1);
      const read = () => existingRowSchema.parse(JSON.parse(json));
      texts.push({ number: Number(number), id: Number(id), values, read });
    }
  }
  return { ...sortRows(others, batch), texts };
}

function sortRows(valid: unknown, batch: RowBatch): ReviewBatch {
  const read: ReviewBatch = { existing: [], invalid: [], created: [] };
  for (const row of readRows.parse(valid)) {
    if ('id' in row) read.existing.push({ row });
    else read.created.push({ [ROW_NUMBER]: row[ROW_NUMBER], ...row.cells });
  }
  for (const invalid of batch.readInvalid()) {
    const row = existingRowOf(invalid);
    if (row) read.existing.push({ row, invalid });
    else read.invalid.push(invalid);
  }
  return { ...read, existing: byNumber(read.existing) };
}

/** In the order of the file. */
export function byNumber(rows: ReviewBatch['existing']): ReviewBatch['existing'] {
  return rows.toSorted((a, b) => a.row[ROW_NUMBER] - b.row[ROW_NUMBER]);
}
