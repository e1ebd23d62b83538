import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { PoolConfig } from 'pg';
import { z } from 'zod';

/** Calls per second, and the time in ms that one call in a hundred exceeds. */
const throughputSchema = z.object({ rate: z.number(), p99: z.number() });

export type Call = { url: string; token: string } | { sql: string; connection: PoolConfig };

/** Repeats a call of the API, or a bare statement, from a separate process while `work` runs. */
export async function callWhile(
  job: Call & { clients: number; pauseMs?: number },
  work: () => Promise<unknown>,
): Promise<z.infer<typeof throughputSchema>> {
  const caller = fork(new URL('./calls.mjs', import.meta.url), [JSON.stringify(job)]);
  await once(caller, 'message');
  await work();
  caller.send('stop');
  return throughputSchema.parse((await once(caller, 'message')).at(0));
}
