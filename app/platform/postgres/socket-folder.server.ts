import { chmod, chown, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { ifExists } from '../file-errors.server.ts';
import { canReach, type DataDirectory } from './data-directory.server.ts';

/** Part of the socket's name. No server listens on this network port. */
export const SOCKET_PORT = 5432;

/** The longest socket path on every platform: 104 bytes on macOS, 108 on Linux, minus the final zero. */
const SOCKET_PATH_LIMIT_BYTES = 103;
const TEMPORARY_PREFIX = 'condo-pg-';

export function socketPath(folder: string): string {
  return join(folder, `.s.PGSQL.${SOCKET_PORT}`);
}

/** The socket's usual folder. */
const ownFolder = (directory: DataDirectory) => join(directory.folder, 'run');

/** True if a server listens on the socket of `directory`, even one of another container. */
export async function isListening(directory: DataDirectory): Promise<boolean> {
  const socket = connect(socketPath(ownFolder(directory)));
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

/** Creates a folder for the socket that only the server can enter. For a long path it is a temporary one. */
export async function makeSocketFolder(directory: DataDirectory): Promise<string> {
  const permanent = ownFolder(directory);
  // A lock file of an earlier run, whose process id may have been reused, would stop PostgreSQL.
  await rm(permanent, { recursive: true, force: true });
  if (fits(permanent)) {
    await mkdir(permanent, { mode: 0o700 });
    await handOver(permanent, directory);
    return permanent;
  }
  const parent = await temporaryParent(directory);
  const folder = await mkdtemp(join(parent, TEMPORARY_PREFIX));
  await handOver(folder, directory);
  return folder;
}

/** Removes a socket folder that an earlier run left in the temporary folder. */
export async function removeSocketFolder(folder: string, directory: DataDirectory): Promise<void> {
  if (!basename(folder).startsWith(TEMPORARY_PREFIX)) return;
  const stats = await ifExists(lstat(folder));
  const owner = directory.user?.uid ?? process.getuid?.();
  if (stats === undefined || !stats.isDirectory() || stats.uid !== owner) return;
  await rm(folder, { recursive: true, force: true });
}

async function temporaryParent(directory: DataDirectory): Promise<string> {
  const parent = tmpdir();
  const suits = fits(join(parent, `${TEMPORARY_PREFIX}XXXXXX`));
  const reachable = directory.user === undefined || (await canReach(directory.user, parent));
  return suits && reachable ? parent : '/tmp';
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketPath(folder)) <= SOCKET_PATH_LIMIT_BYTES;
}

async function handOver(folder: string, directory: DataDirectory): Promise<void> {
  await chmod(folder, 0o700);
  if (directory.user !== undefined) await chown(folder, directory.user.uid, directory.user.gid);
}
