import type { BulkReview } from '~/contract/bulk-review';
import { readInProcess } from '~/sheets/process/reading-process.server';
import { reviewRows } from '~/sheets/rows/review-file';
import type { Db } from '../../db/connect.server';
import type { ReviewForm } from '../bulk-form';
import { createCheck, findCondosIn } from '../checks';
import { countRows, findStoredRows } from './stored-rows.repo';

/**
 * POST /admin/bulk-review: compares the rows of an exported file that comes back with the stored records; writes nothing.
 * @throws SheetError for a file that cannot be read
 */
export async function reviewFile(
  db: Db,
  { type, sheet, columns, file }: ReviewForm,
  signal: AbortSignal,
): Promise<BulkReview> {
  const source = {
    condos: findCondosIn(db),
    find: (ids: readonly number[]) => findStoredRows(db, type, ids),
    check: createCheck(db, type),
    count: () => countRows(db, type),
  };
  const job = { input: 'file', review: true, type, sheet, columns } as const;
  const messages = readInProcess(job, file, signal);
  const steps = reviewRows(messages, { type, source, readRows: readInProcess });
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}
