import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { chunksOf } from '../formats/chunks';
import { readingJobSchema, writeMessage } from '../rows/message';
import { runJob } from '../rows/run-job';

/*
 * The reading process: reads a job and a file from descriptor 3, writes messages to standard output. It is a separate
 * process so that a file made to exhaust memory or time ends only this process.
 */

/** Total memory of the process, in addition to the heap limit: unpacked parts are outside of the heap. */
const MEMORY_LIMIT_BYTES = 700 * 1024 * 1024;
const MEMORY_CHECK_INTERVAL_MS = 50;

async function main(): Promise<void> {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > MEMORY_LIMIT_BYTES) process.exit(137);
  }, MEMORY_CHECK_INTERVAL_MS);
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(createReadStream('', { fd: 3 }))) chunks.push(chunk);
  const input = Buffer.concat(chunks);
  chunks.length = 0;
  const end = input.indexOf(0x0a);
  const job = readingJobSchema.parse(JSON.parse(input.toString('utf8', 0, end)));
  for await (const message of runJob(job, input.subarray(end + 1))) {
    const taken = writeMessage(message).map((part) => process.stdout.write(part));
    if (taken.includes(false)) await once(process.stdout, 'drain');
  }
  clearInterval(watch);
}

await main();
