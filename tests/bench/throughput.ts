import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PoolConfig } from 'pg';
import { z } from 'zod';

const SCRIPT = fileURLToPath(new URL('./drive.mjs', import.meta.url));
const CLIENTS = 16;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);

const throughputSchema = z.object({
  rate: z.number(),
  p99: z.number(),
});
/** Calls per second, and the time in ms that one in a hundred exceeds. */
export type Throughput = z.infer<typeof throughputSchema>;

type Connection = Pick<PoolConfig, 'host' | 'port' | 'user' | 'database'>;
type Job = { url: string; token: string } | { sql: string; connection: Connection };

/** Repeats a call of the API, or a bare statement, with 16 at once from a separate process. */
export async function drive(job: Job): Promise<Throughput> {
  const argument = JSON.stringify({ ...job, clients: CLIENTS, seconds: SECONDS });
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, argument]);
  return throughputSchema.parse(JSON.parse(stdout));
}
