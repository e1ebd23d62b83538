import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 20;

/** Largest resident memory that a process has had, in MiB; 0 where it has ended. Linux alone: it is read from /proc. */
export async function peakMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024;
}

/** The same of the processes that this one starts while `work` runs. */
export async function peakOfChildren(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const state = { isOver: false };
  const watching = (async () => {
    while (!state.isOver) {
      for (const child of await childrenOf(pid)) peak = Math.max(peak, await peakMemory(child));
      await sleep(INTERVAL_MS);
    }
  })();
  await work().finally(() => (state.isOver = true));
  await watching;
  return peak;
}

async function childrenOf(pid: number): Promise<number[]> {
  const folder = `/proc/${pid}/task`;
  const tasks = await readdir(folder).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`${folder}/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
