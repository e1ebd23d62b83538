import { bulkValidateResponseSchema } from '~/contract/bulk';
import type { BulkReview } from '~/contract/bulk-review';
import { FileReview, type StoredRecord } from '~/contract/file-review';
import type { ReviewType } from '~/contract/row-review';
import { CondoReferences } from '~/sheets/rows/condo-references';
import { keyIndex } from '~/sheets/rows/key-fields';
import type { ReadingJob, ReadRows } from '~/sheets/rows/message';
import {
  byNumber,
  readReviewTexts,
  type ReviewBatch,
  type RowText,
} from '~/sheets/rows/review-batch';
import type { Db } from '../../db/connect.server';
import { findCondosIn } from '../checks/find-condos.repo';
import { prefetchOne } from '../prefetch-one';
import { validateFile } from '../validate';
import { countRows, findStoredRows, findStoredTexts } from './stored-rows.repo';

interface ReviewDeps {
  db: Db;
  readRows: ReadRows;
}

type Job = Omit<ReadingJob, 'type' | 'input' | 'review'> & { type: ReviewType };

/**
 * POST /admin/bulk-review: compares the rows of an exported file that comes back with the stored records, batch by batch;
 * writes nothing.
 * @throws SheetError for a file that cannot be read
 */
export async function reviewFile(
  { db, readRows }: ReviewDeps,
  job: Job,
  file: readonly Uint8Array[],
  signal?: AbortSignal,
): Promise<BulkReview> {
  const { type } = job;
  const review = new FileReview(type);
  const created: unknown[] = [];
  const batches = readBatches({ db, readRows }, job, file, review, signal);
  for await (const { read, open, stored } of prefetchOne(batches)) {
    for (const row of read.created) created.push(row);
    for (const row of read.invalid) review.addInvalid(row);
    for (const { row, invalid } of open) review.compare(row, stored.get(row.id), invalid);
  }
  await validateNew({ db, readRows }, type, created, review);
  return review.finish(await countRows(db, type));
}

interface StoredBatch {
  read: ReviewBatch;
  /** Rows that are the first of their id. */
  open: ReviewBatch['existing'];
  stored: ReadonlyMap<number, StoredRecord>;
}

/** The rows of a file with their records: the next ones are read while the last ones are compared. */
async function* readBatches(
  { db, readRows }: ReviewDeps,
  job: Job,
  file: readonly Uint8Array[],
  review: FileReview,
  signal?: AbortSignal,
): AsyncGenerator<StoredBatch> {
  const { type } = job;
  const references = new CondoReferences((field) => field);
  const reading: ReadingJob = { ...job, input: 'file', review: true };
  for await (const message of prefetchOne(readRows(reading, file, signal))) {
    if (message.t !== 'rows') continue;
    const { batch } = message;
    if (type === 'apartment') {
      await references.check(findCondosIn(db), batch, keyIndex(type, 'condo_id'));
    }
    const read = readReviewTexts(batch, review);
    const differing = await findDiffering(db, type, read.texts);
    review.addUnchanged(read.texts.length - differing.length);
    const open = byNumber([...read.existing, ...differing.map((text) => ({ row: text.read() }))]);
    const ids = open.map(({ row }) => row.id);
    yield { read, open, stored: await findStoredRows(db, type, ids) };
  }
}

/** The rows that are not what their records are, to the letter: they have to be read and compared. */
async function findDiffering(
  db: Db,
  type: ReviewType,
  texts: readonly RowText[],
): Promise<readonly RowText[]> {
  const [first] = texts;
  if (!first) return texts;
  const names = Object.keys(first.read().values);
  const ids = texts.map(({ id }) => id);
  const stored = await findStoredTexts(db, type, ids, names);
  return texts.filter(({ id, values }) => stored.get(id) !== values);
}

/** Rows without an id are new: they are validated as an import's. */
async function validateNew(
  deps: ReviewDeps,
  type: ReviewType,
  rows: readonly unknown[],
  review: FileReview,
): Promise<void> {
  if (rows.length === 0) return;
  const text = Buffer.from(JSON.stringify(rows));
  const answer = await validateFile(deps, { input: 'rows', type }, [text]);
  const { valid_rows: valid, invalid_rows: invalid } = bulkValidateResponseSchema.parse(
    await new Response(answer).json(),
  );
  review.addNew(valid, invalid);
}
