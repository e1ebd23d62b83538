import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '~/platform/file-errors.server';

const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const HOST_MARK = `.condo-admin-${hostname()}-`;
/** In the names of drafts and temporary folders: the process that they belong to. */
export const OWN_MARK = `${HOST_MARK}${process.pid}-`;

/** Removes drafts and temporary folders of killed processes, because they hold personal data. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, owner = ''] = name.split(HOST_MARK);
    if (!hasEnded(Number.parseInt(owner, 10))) continue;
    // The database of a killed drill may still write there; the next run removes the rest.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
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
    // End as without a listener.
    process.kill(process.pid, signal);
  };
  const forget = () => {
    for (const signal of END_SIGNALS) process.off(signal, end);
  };
  for (const signal of END_SIGNALS) process.on(signal, end);
  return forget;
}
