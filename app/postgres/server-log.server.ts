import { chown, open, readFile, rename, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import { ifExists } from '../lib/file-errors.server.ts';
import type { DatabaseHome } from './data-directory.server.ts';

const LOG_LIMIT_BYTES = 10_000_000;
const TAIL_LINES = 15;

/** What the server itself has to say: errors, slow recoveries, every start and stop. */
export function logFile(home: DatabaseHome): string {
  return join(home.folder, 'server.log');
}

/** Opens the log to append to. A long one is put aside first; the one put aside before goes. */
export async function openLog(home: DatabaseHome): Promise<FileHandle> {
  const path = logFile(home);
  const found = await ifExists(stat(path));
  if (found !== undefined && found.size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`);
  const handle = await open(path, 'a', 0o600);
  if (home.user !== undefined) await chown(path, home.user.uid, home.user.gid);
  return handle;
}

/** The last lines of the log, for an error message. */
export async function logTail(home: DatabaseHome, lines = TAIL_LINES): Promise<string> {
  const text = await ifExists(readFile(logFile(home), 'utf8'));
  return (text ?? '').trimEnd().split('\n').slice(-lines).join('\n');
}
