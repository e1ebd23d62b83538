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
 * Two locks guard the embedded server, both the kernel's own: they vanish with the process that holds
 * them, kill -9 included, so there are no dead owners to find out by process number. Node has no call
 * for file locks but SQLite does, on every platform; the two files hold no data.
 *
 *   turn     exclusive, while a process starts or stops the server
 *   clients  shared, as long as a process uses the server; whoever can lock it exclusively is the last
 *
 * A third keeps two application processes from serving one folder; tools such as the seed do not take it:
 *
 *   application  exclusive, as long as a process serves the folder
 */

const TURN_TIMEOUT_MS = 300_000;
const APPLICATION_TIMEOUT_MS = 3_000;
const POLL_MS = 25;
const SQLITE_BUSY = 5;

/** A lock in hand. */
export interface HeldLock {
  release: () => void;
}

/** Waits for this process's turn to start or stop the server in `home`. */
export async function takeTurn(home: string): Promise<HeldLock> {
  const deadline = Date.now() + TURN_TIMEOUT_MS;
  for (;;) {
    const lock = tryLock(join(home, 'turn.lock'), 'BEGIN EXCLUSIVE');
    if (lock !== undefined) return lock;
    if (Date.now() > deadline) {
      throw new DatabaseUnavailableError(
        `Another process has been starting or stopping the database in ${home} for ` +
          `${TURN_TIMEOUT_MS / 60_000} minutes. End it, then start again.`,
      );
    }
    await sleep(POLL_MS);
  }
}

/** The turn if it is free now, for a process that is about to end and cannot wait. */
export function takeTurnIfFree(home: string): HeldLock | undefined {
  return tryLock(join(home, 'turn.lock'), 'BEGIN EXCLUSIVE');
}

/**
 * Makes this process the one that serves `home`. One that is just ending gets a moment for it.
 * @throws DataDirInUseError
 */
export async function claimApplication(home: string): Promise<HeldLock> {
  const deadline = Date.now() + APPLICATION_TIMEOUT_MS;
  const pidFile = join(home, 'application.pid');
  for (;;) {
    const lock = tryLock(join(home, 'application.lock'), 'BEGIN EXCLUSIVE');
    if (lock !== undefined) {
      note(pidFile, `${process.pid}\n`);
      return lock;
    }
    if (Date.now() > deadline) {
      const pid = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim() : 'unknown';
      throw new DataDirInUseError(
        `Another Condo Admin (process ${pid}) serves ${dirname(home)}. End it, or set DATA_DIR to another folder; ` +
          'for several processes on the same data set DATABASE_URL.',
      );
    }
    await sleep(POLL_MS);
  }
}

/** Counts this process in as a client. Take a turn first: it keeps `lockOutClients` from interfering. */
export function registerClient(home: string): HeldLock {
  // A deferred transaction takes its shared lock at the first read.
  const lock = tryLock(clientsFile(home), 'BEGIN; SELECT count(*) FROM sqlite_master');
  if (lock === undefined) throw new Error(`${clientsFile(home)} is locked out of turn`);
  return lock;
}

/** The lock that proves no client is left, or undefined while one lives. Take a turn first. */
export function lockOutClients(home: string): HeldLock | undefined {
  return tryLock(clientsFile(home), 'BEGIN EXCLUSIVE');
}

function clientsFile(home: string): string {
  return join(home, 'clients.lock');
}

function note(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new DataDirUnusableError(dirname(file), error);
  }
}

/** @throws DataDirUnusableError where the file can be neither made nor opened */
function tryLock(file: string, statement: string): HeldLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    // What root makes in a person's project stays theirs.
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
    // A failed start lets go of what it holds and then of everything: the second time must not hide why it failed.
    release: () => {
      if (database.isOpen) database.close();
    },
  };
}
