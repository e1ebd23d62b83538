import { ROW_NUMBER } from '~/contract/bulk';
import type { BulkReview } from '~/contract/bulk-review';
import { FileReview, type StoredRecord } from '~/contract/file-review';
import { mapNames } from '~/contract/fields';
import { toReviewValue, type ReviewType } from '~/contract/row-review';
import { CondoReferences, type FindCondos } from './condo-references';
import type { ReadingMessage, ReadRows } from './message';
import { isValid, toInvalidRow, type ReadRow } from './row';

/** The records that a file is compared with, wherever they are stored. */
export interface ReviewSource {
  condos: FindCondos;
  /** The records with these ids, by id. */
  find(ids: readonly number[]): Promise<ReadonlyMap<number, StoredRecord>>;
  /** Adds what is wrong with new rows. */
  check(rows: readonly ReadRow[]): Promise<void>;
  count(): Promise<number>;
}

/**
 * The review of an exported file that comes back, batch by batch; yields the number of rows so far and writes nothing. Rows without an
 * id are validated as an import's.
 * @throws SheetError for a file that cannot be read
 */
export async function* reviewRows(
  messages: AsyncIterable<ReadingMessage>,
  { type, source, readRows }: { type: ReviewType; source: ReviewSource; readRows: ReadRows },
): AsyncGenerator<number, BulkReview, void> {
  const review = new FileReview(type);
  const references = new CondoReferences((field) => field);
  const created: unknown[] = [];
  let count = 0;
  for await (const message of messages) {
    if (message.t !== 'rows') continue;
    const { rows } = message;
    if (type === 'apartment') await references.check(source.condos, rows);
    const stored = await source.find(rows.flatMap(({ record }) => record?.id ?? []));
    for (const row of rows) {
      if (row.record) compare(review, row, row.record, stored);
      else if (isValid(row)) created.push(row.values);
      else review.addInvalid(toInvalidRow(row));
    }
    count += rows.length;
    yield count;
  }
  if (created.length > 0) {
    const text = Buffer.from(JSON.stringify(created));
    for await (const message of readRows({ input: 'rows', type }, [text])) {
      if (message.t !== 'rows') continue;
      await source.check(message.rows);
      for (const row of message.rows) {
        if (isValid(row)) review.addNew({ [ROW_NUMBER]: row.number, ...row.values });
        else review.addInvalid(toInvalidRow(row));
      }
    }
  }
  return review.finish(await source.count());
}

function compare(
  review: FileReview,
  row: ReadRow,
  record: NonNullable<ReadRow['record']>,
  stored: ReadonlyMap<number, StoredRecord>,
): void {
  const { number } = row;
  const values = mapNames(Object.keys(row.values), (name) => toReviewValue(row.values[name]));
  const invalid = isValid(row) ? null : toInvalidRow(row);
  review.compare({ number, record, values, invalid }, stored.get(record.id));
}
