import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
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
  meanMs: z.number(),
  calls: z.number(),
});
/**
 * Calls per second, the time in ms that one in a hundred exceeds and the mean one, and how many were made, those of the
 * first second included.
 */
export type Throughput = z.infer<typeof throughputSchema>;

type Connection = Pick<PoolConfig, 'host' | 'port' | 'user' | 'database'>;
type Job = { urls: readonly string[]; token: string } | { sql: string; connection: Connection };

/** Repeats a call of the API, with these addresses in turn, or a bare statement, with 16 at once from a separate process. */
export async function drive(job: Job): Promise<Throughput> {
  const argument = JSON.stringify({ ...job, clients: CLIENTS, seconds: SECONDS });
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, argument]);
  return throughputSchema.parse(JSON.parse(stdout));
}

const BARE_API = fileURLToPath(new URL('./bare-api.mjs', import.meta.url));

/** A server that answers any call with the list of buildings, and does nothing else. */
export async function startBareApi(
  connection: Connection,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const argument = JSON.stringify({ ...connection, max: CLIENTS });
  const child = spawn(process.execPath, [BARE_API, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line: unknown = (await once(child.stdout, 'data')).at(0);
  return {
    url: String(line).trim(),
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
