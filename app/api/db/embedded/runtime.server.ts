import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import type { Log } from '../../../lib/log.ts';
import { program, type PostgresPackage } from './binaries.server.ts';
import { ifExists } from './file-errors.server.ts';
import { canReach, READ_AND_EXECUTE, type ServerUser } from './server-user.server.ts';

interface Symlink {
  /** Both relative to the folder "native". */
  source: string;
  target: string;
}

/**
 * The folder with bin, lib and share to run from: the package's own when it can be used as it is, else
 * a copy in `home`. It cannot when its postinstall did not run (npm --ignore-scripts leaves the shared
 * libraries without their symlinks) or when the server's account may not read it, as under /root.
 * node_modules is never written to: it may be read-only.
 */
export async function usableBinaries(
  found: PostgresPackage,
  home: string,
  user: ServerUser | undefined,
  log: Log,
): Promise<string> {
  const symlinks = await readSymlinks(found.native);
  const complete = symlinks.every(({ target }) => existsSync(join(found.native, target)));
  const reachable =
    user === undefined ||
    (await canReach(user, program(found.native, 'postgres'), READ_AND_EXECUTE));
  if (complete && reachable) return found.native;

  const copy = join(home, `postgresql-${found.version}`);
  if ((await ifExists(lstat(copy))) !== undefined) return copy;
  log.info({ from: found.native, to: copy }, 'Copying the database program to where it can run');
  const draft = `${copy}.${randomUUID()}`;
  await copyProgram(found.native, draft, symlinks);
  await rename(draft, copy);
  return copy;
}

async function copyProgram(from: string, to: string, symlinks: readonly Symlink[]): Promise<void> {
  const linked = new Set(symlinks.map(({ target }) => join(from, target)));
  try {
    await mkdir(to, { mode: 0o755 });
    const copied: string[] = [];
    for (const part of ['bin', 'lib', 'share']) {
      await cp(join(from, part), join(to, part), {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
        filter: (source, target) => {
          // Static libraries are for compilers.
          if (linked.has(source) || source.endsWith('.a')) return false;
          copied.push(target);
          return true;
        },
      });
    }
    for (const { source, target } of symlinks) {
      const link = join(to, target);
      await symlink(relative(dirname(link), join(to, source)), link);
    }
    // The originals may be for their owner's eyes only.
    for (const path of [to, ...copied]) await chmod(path, 0o755);
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    throw error;
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
