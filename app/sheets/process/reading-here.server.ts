import { SheetError } from '../formats/sheet-error';
import type { ReadingJob, ReadingMessage } from '../rows/message';
import { runJob } from '../rows/run-job';

/**
 * Reads as `readInProcess` does, for a platform that has no processes: it limits the memory and time of each request itself.
 * @throws SheetError for a file that cannot be read
 */
export async function* readHere(
  job: ReadingJob,
  input: readonly Uint8Array[],
  signal?: AbortSignal,
): AsyncGenerator<ReadingMessage, void, undefined> {
  for await (const message of runJob(job, Buffer.concat(input))) {
    signal?.throwIfAborted();
    if (message.t === 'error') throw new SheetError(message.text);
    yield message;
  }
}
