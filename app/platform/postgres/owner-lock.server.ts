import { chownSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { ifExists } from '../file-errors.server.ts';
import { DataDirUnusableError } from './database-unavailable.ts';

/*
 * Locks by SQLite. Node has no file locks, but SQLite has them on every platform, and they end with their
 * process, even on kill -9. The file names must stay, since earlier releases recognize a running
 * application by them.
 */

const SQLITE_BUSY = 5;
const COMMAND_MARK = 'command';
const noteOf = (folder: string) => join(folder, 'application.pid');

/** An acquired lock. */
export interface OwnerLock {
  release: () => void;
}

/** The process that owns a database, for messages and for commands that join it. */
export interface Owner {
  pid: string;
  /** True for a command, which ends by itself together with the server. */
  isCommand: boolean;
}

/** Makes this process the owner of `folder`; undefined if another is. @throws DataDirUnusableError */
export function tryOwnerLock(folder: string, application: boolean): OwnerLock | undefined {
  const file = join(folder, 'application.lock');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    writeFileSync(noteOf(folder), `${process.pid}${application ? '' : ` ${COMMAND_MARK}`}\n`);
    // Files that root creates in a user's project must belong to that user.
    if (process.getuid?.() === 0) {
      const { uid, gid } = statSync(folder);
      for (const path of [file, noteOf(folder)]) chownSync(path, uid, gid);
    }
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      return undefined;
    }
    throw new DataDirUnusableError(folder, error);
  }
  return { release: () => database.close() };
}

/** The process that holds the lock. */
export async function readOwner(folder: string): Promise<Owner> {
  const text = await ifExists(readFile(noteOf(folder), 'utf8'));
  const [pid = 'unknown', mark] = (text ?? '').split(/\s+/).filter(Boolean);
  return { pid, isCommand: mark === COMMAND_MARK };
}
