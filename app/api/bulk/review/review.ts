import { ROW_NUMBER } from '~/contract/bulk';
import { bulkValidateResponseSchema } from '~/contract/bulk';
import type { BulkReview, ReviewedRow } from '~/contract/bulk-review';
import { changesOf, type ReviewType } from '~/contract/row-review';
import { z } from '~/contract/zod';
import type { Db } from '../../db/connect.server';
import { CondoReferences } from '../checks/condo-references';
import { keyIndex } from '~/sheets/rows/key-fields';
import { prefetchOne } from '../prefetch-one';
import type { ReadingJob } from '~/sheets/rows/message';
import type { RowBatch } from '~/sheets/rows/row-batch';
import { validateFile, type ReadRows } from '../validate';
import { countRows, findStoredRows } from './stored-rows.repo';

interface ReviewDeps {
  db: Db;
  readRows: ReadRows;
}

const existingRow = z.object({
  [ROW_NUMBER]: z.int(),
  id: z.int(),
  row_version: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
const newRow = z.object({ [ROW_NUMBER]: z.int(), cells: z.record(z.string(), z.unknown()) });
const readRow = z.union([existingRow, newRow]);
type ExistingRow = z.infer<typeof existingRow>;

type Job = Omit<ReadingJob, 'type' | 'input' | 'review'> & { type: ReviewType };

/**
 * POST /admin/bulk-review: compares the rows of an exported file that comes back with the stored records; writes nothing.
 * Batch by batch: of rows that change nothing only their number is kept.
 * @throws SheetError for a file that cannot be read
 */
export async function reviewFile(
  { db, readRows }: ReviewDeps,
  job: Job,
  file: Uint8Array,
  signal?: AbortSignal,
): Promise<BulkReview> {
  const review: BulkReview = {
    changed: [],
    conflicts: [],
    new_rows: [],
    invalid_rows: [],
    unchanged: 0,
    missing: 0,
  };
  /** The row that named an id first. */
  const seen = new Map<number, number>();
  let known = 0;
  const created: unknown[] = [];
  const references = new CondoReferences((field) => field);
  const reading: ReadingJob = { ...job, input: 'file', review: true };
  for await (const message of prefetchOne(readRows(reading, file, signal))) {
    if (message.t !== 'rows') continue;
    const { batch } = message;
    if (job.type === 'apartment') {
      await references.check(db, batch, keyIndex('apartment', 'condo_id'));
    }
    const existing: ExistingRow[] = [];
    for (const row of validRows(batch)) {
      if ('id' in row) existing.push(row);
      else created.push({ [ROW_NUMBER]: row[ROW_NUMBER], ...row.cells });
    }
    review.invalid_rows.push(...invalidRows(batch));
    known += await compare(db, job.type, existing, { seen, review });
  }
  review.missing = (await countRows(db, job.type)) - known;
  await validateNew({ db, readRows }, job.type, created, review);
  return review;
}

function validRows(batch: RowBatch): Array<z.infer<typeof readRow>> {
  return z.array(readRow).parse(JSON.parse(`[${Buffer.from(batch.validText()).toString()}]`));
}

function invalidRows(batch: RowBatch): BulkReview['invalid_rows'] {
  return batch
    .invalidRows()
    .map(({ row, error, errors }) => ({ row: flat(JSON.parse(row)), error, errors }));
}

const anyRow = z.looseObject({ values: z.record(z.string(), z.unknown()) });

/** The row as bulk-validate would name it. */
function flat(row: unknown): unknown {
  const read = anyRow.safeParse(row);
  if (!read.success) return row;
  const { values, ...marks } = read.data;
  return { ...marks, ...values };
}

/** Adds the rows to the review; returns how many records they name. */
async function compare(
  db: Db,
  type: ReviewType,
  rows: readonly ExistingRow[],
  { seen, review }: { seen: Map<number, number>; review: BulkReview },
): Promise<number> {
  const stored = await findStoredRows(
    db,
    type,
    rows.map(({ id }) => id),
  );
  let known = 0;
  for (const row of rows) {
    const { id, row_version: version, values, [ROW_NUMBER]: number } = row;
    const reject = (message: string) =>
      review.invalid_rows.push({
        row: { [ROW_NUMBER]: number, id, ...values },
        error: `id "${id}": ${message}`,
        errors: [{ field: 'id', message }],
      });
    const first = seen.get(id);
    const found = stored.get(id);
    seen.set(id, first ?? number);
    if (first !== undefined) reject(`row ${first} has the same id`);
    else if (!found) reject('there is no record with this id: it was deleted, or never existed');
    else {
      known += 1;
      const changes = changesOf(type, found.record, values);
      const reviewed: ReviewedRow = {
        [ROW_NUMBER]: number,
        id,
        name: found.name,
        version: found.version,
        changes,
      };
      if (changes.length === 0) review.unchanged += 1;
      else if (version === found.version) review.changed.push(reviewed);
      else review.conflicts.push(reviewed);
    }
  }
  return known;
}

/** Rows without an id are new: they are validated as an import's. */
async function validateNew(
  deps: ReviewDeps,
  type: ReviewType,
  rows: readonly unknown[],
  review: BulkReview,
): Promise<void> {
  if (rows.length === 0) return;
  const text = Buffer.from(JSON.stringify(rows));
  const answer = await validateFile(deps, { input: 'rows', type }, text);
  const validated = bulkValidateResponseSchema.parse(await new Response(answer).json());
  review.new_rows = validated.valid_rows;
  review.invalid_rows.push(...validated.invalid_rows);
}
