import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./list-calls.mjs', import.meta.url));

/** How long calls of a list took, in ms. */
export interface ListTimes {
  median: number;
  p99: number;
}

/** Another user, who has called a list before (that of buildings) and does so while `work` runs. */
export async function listWhile(
  { url, token, path = '/admin/condos' }: { url: string; token: string; path?: string },
  work: () => Promise<unknown>,
): Promise<ListTimes> {
  const caller = spawn(process.execPath, [SCRIPT, url, token, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let printed = '';
  caller.stdout.on('data', (piece) => (printed += String(piece)));
  await once(caller.stdout, 'data');
  await work();
  caller.stdin.end();
  await once(caller, 'close');
  const times: unknown = JSON.parse(printed);
  if (!Array.isArray(times)) throw new Error('The list calls said nothing');
  const sorted = times.map(Number).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { median: at(0.5), p99: at(0.99) };
}
