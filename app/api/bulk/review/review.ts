import type { BulkReview } from '~/contract/bulk-review';
import type { ReviewType } from '~/contract/row-review';
import type { ReadingJob, ReadRows } from '~/sheets/rows/message';
import { reviewRows } from '~/sheets/rows/review-file';
import type { Db } from '../../db/connect.server';
import { createCheck } from '../checks/create-check';
import { findCondosIn } from '../checks/find-condos.repo';
import { countRows, findStoredRows } from './stored-rows.repo';

interface ReviewDeps {
  db: Db;
  readRows: ReadRows;
}

type Job = Omit<ReadingJob, 'type' | 'input' | 'review'> & { type: ReviewType };

/**
 * POST /admin/bulk-review: compares the rows of an exported file that comes back with the stored records; writes nothing.
 * @throws SheetError for a file that cannot be read
 */
export async function reviewFile(
  { db, readRows }: ReviewDeps,
  job: Job,
  file: readonly Uint8Array[],
  signal?: AbortSignal,
): Promise<BulkReview> {
  const { type } = job;
  const source = {
    condos: findCondosIn(db),
    find: (ids: readonly number[]) => findStoredRows(db, type, ids),
    check: createCheck(db, type),
    count: () => countRows(db, type),
  };
  const messages = readRows({ ...job, input: 'file', review: true }, file, signal);
  const steps = reviewRows(messages, { type, source, readRows });
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}
