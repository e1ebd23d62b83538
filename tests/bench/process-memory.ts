import { readdir, readFile } from 'node:fs/promises';

const INTERVAL_MS = 20;

/** Largest resident memory, in MiB; Linux only, 0 elsewhere. */
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
      peaks.server = Math.max(peaks.server, await readMemory(pid, 'VmHWM'));
      for (const child of await childrenOf(pid)) {
        peaks.children = Math.max(peaks.children, await readMemory(child, 'VmHWM'));
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

async function readMemory(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
}

/** Memory of a process and its children now, in MiB, with what they share counted once; Linux only, 0 elsewhere. */
export async function memoryOf(pid: number): Promise<number> {
  const pids = [pid, ...(await childrenOf(pid))];
  const shares = await Promise.all(
    pids.map(async (one) => {
      const text = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024;
    }),
  );
  return shares.reduce((sum, share) => sum + share, 0);
}

async function childrenOf(pid: number): Promise<number[]> {
  const folder = `/proc/${pid}/task`;
  const tasks = await readdir(folder).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`${folder}/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
