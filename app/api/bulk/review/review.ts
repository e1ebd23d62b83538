import { bulkValidateResponseSchema } from '~/contract/bulk';
import type { BulkReview } from '~/contract/bulk-review';
import { FileReview } from '~/contract/file-review';
import type { ReviewType } from '~/contract/row-review';
import { CondoReferences } from '~/sheets/rows/condo-references';
import { keyIndex } from '~/sheets/rows/key-fields';
import type { ReadingJob } from '~/sheets/rows/message';
import { readReviewBatch, type ReviewBatch } from '~/sheets/rows/review-batch';
import type { Db } from '../../db/connect.server';
import { findCondosIn } from '../checks/find-condos.repo';
import { prefetchOne } from '../prefetch-one';
import { validateFile, type ReadRows } from '../validate';
import { countRows, findStoredRows } from './stored-rows.repo';

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
  file: Uint8Array,
  signal?: AbortSignal,
): Promise<BulkReview> {
  const { type } = job;
  const review = new FileReview(type);
  const created: unknown[] = [];
  const references = new CondoReferences((field) => field);
  const reading: ReadingJob = { ...job, input: 'file', review: true };
  for await (const message of prefetchOne(readRows(reading, file, signal))) {
    if (message.t !== 'rows') continue;
    const { batch } = message;
    if (type === 'apartment') {
      await references.check(findCondosIn(db), batch, keyIndex(type, 'condo_id'));
    }
    const read = readReviewBatch(batch);
    for (const row of read.created) created.push(row);
    await compareBatch(db, type, read, review);
  }
  await validateNew({ db, readRows }, type, created, review);
  return review.finish(await countRows(db, type));
}

async function compareBatch(
  db: Db,
  type: ReviewType,
  { existing, invalid }: ReviewBatch,
  review: FileReview,
): Promise<void> {
  for (const row of invalid) review.addInvalid(row);
  const open = existing.filter(({ row }) => review.isFirst(row));
  const ids = open.map(({ row }) => row.id);
  const stored = await findStoredRows(db, type, ids);
  for (const { row, invalid: problem } of open) review.compare(row, stored.get(row.id), problem);
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
  const answer = await validateFile(deps, { input: 'rows', type }, text);
  const { valid_rows: valid, invalid_rows: invalid } = bulkValidateResponseSchema.parse(
    await new Response(answer).json(),
  );
  review.addNew(valid, invalid);
}
