import { constants, existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import type { Log } from '../lib/log.ts';
import { program, type PostgresPackage } from './binaries.server.ts';
import { ifExists } from '../lib/file-errors.server.ts';
import { canReach, READ_AND_EXECUTE, type ServerUser } from './server-user.server.ts';

interface Symlink {
  /** Both relative to the folder "native". */
  source: string;
  target: string;
}

/**
 * The folder with bin, lib and share to run from: the package's own if it is usable, else a copy in
 * `directory`. It is not usable when its postinstall did not run (npm --ignore-scripts leaves the shared
 * libraries without their symlinks) or when the server's account may not read it, as under /root.
 * node_modules is never written to: it may be read-only.
 */
export async function usableBinaries(
  found: PostgresPackage,
  directory: string,
  user: ServerUser | undefined,
  log: Log,
): Promise<string> {
  const symlinks = await readSymlinks(found.native);
  const complete = symlinks.every(({ target }) => existsSync(join(found.native, target)));
  const reachable =
    user === undefined ||
    (await canReach(user, program(found.native, 'postgres'), READ_AND_EXECUTE));
  if (complete && reachable) return found.native;

  const copy = join(directory, `postgresql-${found.version}`);
  if ((await ifExists(lstat(copy))) !== undefined) return copy;
  log.info({ from: found.native, to: copy }, 'Copying the database program to where it can run');
  // Only one process holds the server lock: a draft that is there was left by one that was killed.
  const draft = `${copy}.draft`;
  await rm(draft, { recursive: true, force: true });
  const linked = new Set(symlinks.map(({ target }) => join(found.native, target)));
  await mkdir(draft);
  await chmod(draft, MODE);
  for (const part of ['bin', 'lib', 'share']) {
    await copyFolder(join(found.native, part), join(draft, part), linked);
  }
  for (const { source, target } of symlinks) {
    const link = join(draft, target);
    await symlink(relative(dirname(link), join(draft, source)), link);
  }
  await rename(draft, copy);
  return copy;
}

/** Modes are not copied: the originals may be read-only or private. */
const MODE = 0o755;

async function copyFolder(from: string, to: string, leaveOut: Set<string>): Promise<void> {
  await mkdir(to);
  await chmod(to, MODE);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) {
      await copyFolder(source, target, leaveOut);
    } else if (!leaveOut.has(source) && !source.endsWith('.a')) {
      // Static libraries (.a) are for compilers.
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      await chmod(target, MODE);
    }
  }
}

async function readSymlinks(native: string): Promise<Symlink[]> {
  const text = await ifExists(readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  const list: unknown = text === undefined ? [] : JSON.parse(text);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    if (!('source' in entry) || !('target' in entry)) return [];
    return [{ source: insideNative(entry.source), target: insideNative(entry.target) }];
  });
}

function insideNative(path: unknown): string {
  return String(path).replace(/^native\//, '');
}
