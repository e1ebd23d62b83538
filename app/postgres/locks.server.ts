import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  DatabaseUnavailableError,
  DataDirInUseError,
  DataDirUnusableError,
} from './database-unavailable.ts';
import { runningAsRoot } from './server-user.server.ts';

/*
 * Three locks, all held by the kernel: they disappear with their process, kill -9 included, so there are
 * no stale owners to detect by process id. Node has no file locks, but SQLite does, on every platform;
 * the files hold no data.
 *
 *   server (turn.lock)  exclusive, while a process starts or stops the server
 *   clients             shared, as long as a process uses the server; whoever can lock it exclusively is the last
 *   application         exclusive, as long as an application process runs; tools such as the seed do not take it
 */

const SERVER_LOCK_TIMEOUT_MS = 300_000;
const APP_LOCK_TIMEOUT_MS = 3_000;
const POLL_MS = 25;
const SQLITE_BUSY = 5;

/** An acquired lock. */
export interface HeldLock {
  release: () => void;
}

/** Runs `work`, which may start or stop the server in `folder`, while no other process does. */
export async function withServerLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = await acquireServerLock(folder);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function acquireServerLock(folder: string): Promise<HeldLock> {
  const deadline = Date.now() + SERVER_LOCK_TIMEOUT_MS;
  for (;;) {
    const lock = tryLock(join(folder, 'turn.lock'), 'BEGIN EXCLUSIVE');
    if (lock !== undefined) return lock;
    if (Date.now() > deadline) {
      throw new DatabaseUnavailableError(
        `Another process has been starting or stopping the database in ${folder} for ` +
          `${SERVER_LOCK_TIMEOUT_MS / 60_000} minutes. End it, then start again.`,
      );
    }
    await sleep(POLL_MS);
  }
}

/** The server lock if it is free now, for a process that is about to end and cannot wait. */
export function tryServerLock(folder: string): HeldLock | undefined {
  return tryLock(join(folder, 'turn.lock'), 'BEGIN EXCLUSIVE');
}

/**
 * Makes this process the application of `folder`. Waits a moment for one that is just ending.
 * @throws DataDirInUseError
 */
export async function acquireAppLock(folder: string): Promise<HeldLock> {
  const deadline = Date.now() + APP_LOCK_TIMEOUT_MS;
  const pidFile = join(folder, 'application.pid');
  for (;;) {
    const lock = tryLock(join(folder, 'application.lock'), 'BEGIN EXCLUSIVE');
    if (lock !== undefined) {
      note(pidFile, `${process.pid}\n`);
      return lock;
    }
    if (Date.now() > deadline) {
      const pid = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim() : 'unknown';
      throw new DataDirInUseError(
        `Another Condo Admin (process ${pid}) serves ${dirname(folder)}. End it, or set DATA_DIR to another folder; ` +
          'for several processes on the same data set DATABASE_URL.',
      );
    }
    await sleep(POLL_MS);
  }
}

/** Counts this process in as a client. Acquire the server lock first: it keeps `tryExclusiveLock` from interfering. */
export function registerClient(folder: string): HeldLock {
  // A deferred transaction acquires its shared lock at the first read.
  const lock = tryLock(clientsFile(folder), 'BEGIN; SELECT count(*) FROM sqlite_master');
  if (lock === undefined)
    throw new Error(`${clientsFile(folder)} is locked although this process holds the server lock`);
  return lock;
}

/** The lock that proves no client is left, or undefined while there is one. Acquire the server lock first. */
export function tryExclusiveLock(folder: string): HeldLock | undefined {
  return tryLock(clientsFile(folder), 'BEGIN EXCLUSIVE');
}

function clientsFile(folder: string): string {
  return join(folder, 'clients.lock');
}

function note(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new DataDirUnusableError(dirname(file), error);
  }
}

/** @throws DataDirUnusableError where the file can be neither created nor opened */
function tryLock(file: string, statement: string): HeldLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    // Files that root creates in a user's project belong to that user.
    if (runningAsRoot()) {
      const owner = statSync(dirname(file));
      chownSync(file, owner.uid, owner.gid);
    }
    database.exec(statement);
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      return undefined;
    }
    throw new DataDirUnusableError(dirname(file), error);
  }
  return {
    // A failed start releases its locks twice: the second time must not hide the original error.
    release: () => {
      if (database.isOpen) database.close();
    },
  };
}
