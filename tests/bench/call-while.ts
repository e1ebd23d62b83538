import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PoolConfig } from 'pg';
import { z } from 'zod';

const SCRIPT = fileURLToPath(new URL('./calls.mjs', import.meta.url));

/** Calls per second, the time in ms that one in a hundred exceeds, and that of the longest. */
const throughputSchema = z.object({ rate: z.number(), p99: z.number(), longest: z.number() });
type Throughput = z.infer<typeof throughputSchema>;

type Connection = Pick<PoolConfig, 'host' | 'port' | 'user' | 'database' | 'password'>;
export type Call = { url: string; token: string } | { sql: string; connection: Connection };
type Job = Call & {
  /** How many calls are in progress at once. */
  clients: number;
  /** Between the calls of a client. */
  pauseMs?: number;
};

/** Repeats a call of the API, or a bare statement, from a separate process while `work` runs. */
export async function callWhile(job: Job, work: () => Promise<unknown>): Promise<Throughput> {
  const caller = spawn(process.execPath, [SCRIPT, JSON.stringify(job)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let printed = '';
  caller.stdout.on('data', (piece) => (printed += String(piece)));
  await once(caller.stdout, 'data');
  await work();
  caller.stdin.end();
  await once(caller, 'close');
  return throughputSchema.parse(JSON.parse(printed));
}
