import { setTimeout as sleep } from 'node:timers/promises';

import type { Log } from '../lib/log.ts';
import type { DataDirectory } from './data-directory.server.ts';
import { tryExclusiveLock, tryServerLock } from './locks.server.ts';
import { isAlive, isServerOf, type PidFile } from './pid-file.server.ts';

const WATCH_INTERVAL_MS = 500;
const RETRY_PAUSE_LIMIT_MS = 10_000;

interface Watched {
  directory: DataDirectory;
  log: Log;
  signal: AbortSignal;
  current: () => PidFile;
  restart: () => Promise<void>;
}

/** Supervises the server until the signal; one that was killed, or ran out of memory, is restarted. */
export async function keepServerAlive({ directory, log, signal, current, restart }: Watched) {
  for (let pause = WATCH_INTERVAL_MS; ;) {
    await sleep(pause, undefined, { ref: false, signal }).catch(() => undefined);
    if (signal.aborted) return;
    if (await lives(current(), directory)) continue;
    log.error({ pid: current().pid }, 'The embedded database has stopped: restarting it');
    try {
      await restart();
      pause = WATCH_INTERVAL_MS;
    } catch (error) {
      pause = Math.min(pause * 2, RETRY_PAUSE_LIMIT_MS);
      log.error({ err: error }, 'The embedded database could not be restarted yet');
    }
  }
}

/** Where certainty would take starting a program, a process with that id is enough. */
async function lives({ pid }: PidFile, directory: DataDirectory): Promise<boolean> {
  return process.platform === 'linux' ? isServerOf(pid, directory.data) : isAlive(pid);
}

/** Runs `work`, which must be synchronous, when this process ends by itself; returns the function that cancels it. */
export function onProcessExit(work: () => void): () => void {
  process.once('exit', work);
  return () => process.off('exit', work);
}

/**
 * Signals the server to stop if this was its last client: a process that ends by itself, as after a failed start, closes
 * nothing. There is no time to wait for it; the next start waits for a server that is stopping.
 */
export function endServerAtExit(directory: DataDirectory, server: PidFile): void {
  if (process.platform === 'win32') return;
  const serverLock = tryServerLock(directory.folder);
  if (serverLock === undefined) return;
  if (tryExclusiveLock(directory.folder) !== undefined && isAlive(server.pid)) {
    process.kill(server.pid, 'SIGINT');
  }
}
