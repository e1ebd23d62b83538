import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { chunksOf } from '../formats/chunks';
import { readingOrderSchema, writeMessage, type ReadingJob } from '../rows/message';
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
  const { job, input } = await readOrder();
  for await (const message of runJob(job, input)) {
    const taken = writeMessage(message).map((part) => process.stdout.write(part));
    if (taken.includes(false)) await once(process.stdout, 'drain');
  }
  clearInterval(watch);
}

/** The input is put together once: it can be a large part of the memory. */
async function readOrder(): Promise<{ job: ReadingJob; input: Buffer }> {
  let line = Buffer.alloc(0);
  let read: { job: ReadingJob; input: Buffer } | undefined;
  let at = 0;
  for await (const chunk of chunksOf(createReadStream('', { fd: 3 }))) {
    if (read) {
      at += chunk.copy(read.input, at);
      continue;
    }
    line = Buffer.concat([line, chunk]);
    const end = line.indexOf(0x0a);
    if (end < 0) continue;
    const { job, bytes } = readingOrderSchema.parse(JSON.parse(line.toString('utf8', 0, end)));
    read = { job, input: Buffer.alloc(bytes) };
    at = line.copy(read.input, 0, end + 1);
  }
  if (at !== read?.input.length) throw new Error('The input is not complete');
  return read;
}

await main();
