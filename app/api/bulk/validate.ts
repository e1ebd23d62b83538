import type { Db } from '../db/connect.server';
import { createCheck } from './checks/create-check';
import type { RowCheck } from './checks/check';
import type { Reading, ReadingJob, ReadingMessage } from './reading/message';
import { AnswerText } from './answer-text';
import { aheadByOne } from './ahead-by-one';

/** Reads and judges rows; see child/reading-process. Handed in so that it can be replaced. */
export type ReadRows = (
  job: ReadingJob,
  input: Uint8Array,
  signal?: AbortSignal,
) => AsyncIterable<ReadingMessage>;

/**
 * POST /admin/bulk-validate: judges a file's rows and writes nothing.
 * @throws SheetError for a file that cannot be read
 */
export async function validateFile(
  { db, readRows }: { db: Db; readRows: ReadRows },
  job: ReadingJob,
  file: Uint8Array,
  signal?: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const valid = new AnswerText();
  const invalid = new AnswerText();
  let reading: Reading | undefined;
  let check: RowCheck | undefined;
  for await (const message of aheadByOne(readRows(job, file, signal))) {
    if (message.t === 'head') reading = message.reading;
    if (message.t !== 'rows') continue;
    check ??= createCheck(job.type, reading);
    await check.check(db, message.rows);
    for (const row of message.rows) {
      if (row.e === undefined) valid.add(row.j);
      else invalid.add(`{"row":${withUnread(row)},"error":${JSON.stringify(row.e)}}`);
    }
  }
  return toStream([
    '{"valid_rows":[',
    ...valid.pieces(),
    '],"invalid_rows":[',
    ...invalid.pieces(),
    `],"reading":${JSON.stringify(reading ?? null)}}`,
  ]);
}

/** A refused row goes back with what the file holds in columns that are not read. */
function withUnread({ j, x }: { j: string; x?: string }): string {
  return x === undefined ? j : `${j.slice(0, -1)},${x.slice(1)}`;
}

function toStream(pieces: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rest = pieces.values();
  return new ReadableStream({
    pull(controller) {
      const next = rest.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
}
