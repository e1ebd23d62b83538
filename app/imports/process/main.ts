import { once } from 'node:events';
import { readingOrderSchema } from '../rows/message';
import { runJob } from '../rows/run-job';

/*
 * Entry of the reading process. A file that exhausts memory or time ends only this process. Each message
 * waits until the previous one was taken.
 */

/**
 * Total memory of the process. Unpacked parts are outside of the heap, so the heap limit alone is not
 * enough.
 */
const MEMORY_LIMIT_BYTES = 700 * 1024 * 1024;
const MEMORY_CHECK_INTERVAL_MS = 50;

// The server has ended, or needs no more rows.
process.on('disconnect', () => process.exit());
setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_LIMIT_BYTES) process.exit(137);
}, MEMORY_CHECK_INTERVAL_MS);
const order = new Promise<unknown>((resolve) => process.once('message', resolve));
const { job, input } = readingOrderSchema.parse(await order);
for await (const message of runJob(job, Buffer.concat(input))) {
  const taken = once(process, 'message');
  process.send?.(message);
  await taken;
}
process.disconnect();
