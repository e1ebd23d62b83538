import { readlinkSync, rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '~/platform/postgres/pid-file.server';

const DAY_MS = 24 * 60 * 60_000;
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/**
 * A process id identifies a process only within one pid namespace, and containers of one host may share a
 * folder.
 */
const PLACE = `${hostname()}-${pidNamespace()}`;
/** Mark in the names of drafts and temporary folders, which identifies their process. */
export const OWN_MARK = `.condo-admin-${PLACE}-${process.pid}-`;
const MARKED = /\.condo-admin-(.+)-(\d+)-[a-z\d]+(?:\.part)?$/i;

/** Removes drafts and temporary folders of killed processes, because they hold personal data. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, place, pid = ''] = MARKED.exec(name) ?? [];
    if (place === undefined) continue;
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => null);
    if (!stats || stats.uid !== (process.getuid?.() ?? stats.uid)) continue;
    // A process on another machine or namespace cannot be checked here, where another process may have its
    // id.
    const isOld = Date.now() - stats.mtimeMs > DAY_MS;
    if (!isOld && (place !== PLACE || isAlive(Number(pid)))) continue;
    // The database of a killed drill may still be writing there. The next run removes the rest.
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The pid namespace; 0 if the system has none. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

/** Works in a folder that only this account can enter, and removes it when the process ends. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await removeLeftovers(tmpdir());
  const folder = await mkdtemp(join(tmpdir(), `backup${OWN_MARK}`));
  const forget = removeWhenEnded(folder);
  try {
    return await work(folder);
  } finally {
    forget();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes a file or folder when a signal ends the process. Returns a function that cancels this. */
export function removeWhenEnded(path: string): () => void {
  const end = (signal: NodeJS.Signals) => {
    rmSync(path, { recursive: true, force: true });
    forget();
    // Ends the process as if there were no listener.
    process.kill(process.pid, signal);
  };
  const forget = () => {
    for (const signal of END_SIGNALS) process.off(signal, end);
  };
  for (const signal of END_SIGNALS) process.on(signal, end);
  return forget;
}
