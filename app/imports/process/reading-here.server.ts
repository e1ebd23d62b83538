import { SheetError } from '../formats/sheet-row';
import type { ReadingJob, ReadingMessage } from '../rows/message';
import { runJob } from '../rows/run-job';

/** Works like `readInProcess`, but without a child process and its limits. @throws SheetError */
export async function* readHere(
  job: ReadingJob,
  input: readonly Uint8Array[],
  signal?: AbortSignal,
): AsyncGenerator<ReadingMessage, void, undefined> {
  for await (const message of runJob(job, Buffer.concat(input))) {
    signal?.throwIfAborted();
    if (message.type === 'error') throw new SheetError(message.sentence);
    yield message;
  }
}
