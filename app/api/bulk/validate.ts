import { setImmediate as nextTurn } from 'node:timers/promises';
import { isEditedExport } from '~/contract/row-review';
import type { Db } from '../db/connect.server';
import { createCheck } from './checks/create-check';
import type { RowCheck } from './checks/check';
import type { Reading, ReadingJob, ReadRows } from '~/sheets/rows/message';
import { prefetchOne } from './prefetch-one';
import { RowLists } from './row-lists';

interface ValidateDeps {
  db: Db;
  readRows: ReadRows;
  /** Reads no rows of an exported file that comes back: the headings tell. */
  stopsAtExport?: boolean;
  /** Whether the answer is compressed by gzip. */
  gzip?: boolean;
}

/**
 * POST /admin/bulk-validate: validates a file's rows and writes nothing.
 * @throws SheetError for a file that cannot be read
 */
export async function validateFile(
  { db, readRows, stopsAtExport = false, gzip = false }: ValidateDeps,
  job: ReadingJob,
  file: readonly Uint8Array[],
  signal?: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const answer = new RowLists({ gzip });
  let reading: Reading | undefined;
  let check: RowCheck | undefined;
  for await (const message of prefetchOne(readRows(job, file, signal))) {
    if (message.t === 'head') {
      reading = message.reading;
      if (stopsAtExport && isEditedExport(reading.columns.map(({ heading }) => heading))) break;
    }
    if (message.t !== 'rows') continue;
    check ??= createCheck(job.type, reading);
    const { batch } = message;
    await check.check(db, batch);
    await answer.addValid(batch.validText());
    const texts = batch
      .invalidRows()
      .map(
        ({ row, error, errors }) =>
          `{"row":${row},"error":${JSON.stringify(error)},"errors":${JSON.stringify(errors)}}`,
      );
    answer.addInvalid(Buffer.from(texts.join(',')));
    // Between two batches other calls have their turn, also where neither asks the database.
    await nextTurn();
  }
  return toStream(await answer.end(`"reading":${JSON.stringify(reading ?? null)}`));
}

function toStream(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const rest = chunks.values();
  return new ReadableStream({
    pull(controller) {
      const next = rest.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
  });
}
