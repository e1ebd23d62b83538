import { readdir, readFile } from 'node:fs/promises';
import { must } from '../support/must';

const INTERVAL_MS = 20;
const MEMORY = 'memory of the process in /proc';

/** Largest resident memory, in MiB. Linux alone: it is read from /proc. */
export interface Peaks {
  server: number;
  children: number;
}

/** Watches a process and the node processes it starts until `stop` is called. */
export function watchMemory(pid: number): { stop(): Promise<Peaks> } {
  const peaks: Peaks = { server: 0, children: 0 };
  const state = { stopped: false };
  const watching = (async () => {
    while (!state.stopped) {
      const server = must(await readMemory(pid, 'status', 'VmHWM'), MEMORY);
      peaks.server = Math.max(peaks.server, server);
      for (const child of await childrenOf(pid)) {
        // A child may have ended since it was listed.
        const memory = await readMemory(child, 'status', 'VmHWM');
        if (memory !== null) peaks.children = Math.max(peaks.children, memory);
      }
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  })();
  return {
    async stop() {
      state.stopped = true;
      await watching;
      return peaks;
    },
  };
}

/** Memory of a process and its children now, in MiB, with what they share counted once; Linux alone. */
export async function memoryOf(pid: number): Promise<number> {
  const server = must(await readMemory(pid, 'smaps_rollup', 'Pss'), MEMORY);
  const children = await childrenOf(pid);
  const shares = await Promise.all(children.map((one) => readMemory(one, 'smaps_rollup', 'Pss')));
  return shares.reduce<number>((sum, share) => (share === null ? sum : sum + share), server);
}

/** A figure of a file of /proc, in MiB; null where the process has ended. */
async function readMemory(pid: number, file: string, field: string): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** Clock ticks a second in /proc, as Linux has them on every platform of Node. */
const TICKS = 100;

/** Milliseconds that a process and its children, ended ones too, have computed; Linux alone. */
export async function cpuMsOf(pid: number): Promise<number> {
  const own = await readTicks(pid, 4);
  const children = await Promise.all((await childrenOf(pid)).map((child) => readTicks(child, 2)));
  return ([own, ...children].reduce((sum, ticks) => sum + ticks, 0) * 1_000) / TICKS;
}

/** The first so many of utime, stime, and the same of ended children; 0 where the process has ended. */
async function readTicks(pid: number, count: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may hold blanks; utime is the twelfth field after it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 11 + count).reduce((sum, ticks) => sum + Number(ticks), 0);
}

async function childrenOf(pid: number): Promise<number[]> {
  const folder = `/proc/${pid}/task`;
  const tasks = await readdir(folder).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`${folder}/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
