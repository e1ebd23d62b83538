import { chown, open, readFile, rename, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import { ifExists } from '../file-errors.server.ts';
import type { DataDirectory } from './data-directory.server.ts';
import { DatabaseUnavailableError } from './database-unavailable.ts';

const LOG_LIMIT_BYTES = 10_000_000;
const TAIL_LINES = 15;

/** The server's own log: errors, slow recoveries, every start and stop. */
export function logFile(directory: DataDirectory): string {
  return join(directory.folder, 'server.log');
}

/** Opens the log for appending. A long log is rotated first, and the older one is removed. */
export async function openLog(directory: DataDirectory): Promise<FileHandle> {
  const path = logFile(directory);
  const stats = await ifExists(stat(path));
  if (stats !== undefined && stats.size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`);
  const handle = await open(path, 'a', 0o600);
  if (directory.user !== undefined) await chown(path, directory.user.uid, directory.user.gid);
  return handle;
}

/** The last lines of the log, for an error message. */
export async function logTail(directory: DataDirectory, lines = TAIL_LINES): Promise<string> {
  const text = await ifExists(readFile(logFile(directory), 'utf8'));
  return (text ?? '').trimEnd().split('\n').slice(-lines).join('\n');
}

/** The error of a server that did not start, with the end of the log if there is no reason. */
export async function didNotStart(
  directory: DataDirectory,
  cause?: unknown,
): Promise<DatabaseUnavailableError> {
  return new DatabaseUnavailableError(
    `The embedded database in ${directory.folder} did not start. The reason is at the end of ` +
      `${logFile(directory)}; DATABASE_URL names another server to use.\n` +
      (cause instanceof Error ? cause.message : await logTail(directory)),
    { cause },
  );
}
