import { constants, existsSync } from 'node:fs';
import { cp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import type { Log } from '../log.ts';
import { program, type PostgresPackage } from './binaries.server.ts';
import { runProgram } from './command.server.ts';
import { canReach, READ_AND_EXECUTE, type ServerUser } from './data-directory.server.ts';
import { ifExists } from '../file-errors.server.ts';

interface Symlink {
  /** Paths relative to the folder "native". */
  source: string;
  target: string;
}

/**
 * Returns the folder with bin, lib and share: the package's own, or a copy in `directory`. The copy is
 * needed if the package's postinstall did not run (npm --ignore-scripts), or if the server's account cannot
 * read the package, as under /root. node_modules may be read-only.
 */
export async function usableBinaries(
  { native, version }: PostgresPackage,
  directory: string,
  user: ServerUser | undefined,
  log: Log,
): Promise<string> {
  const symlinks = await readSymlinks(native);
  const complete = symlinks.every(({ target }) => existsSync(join(native, target)));
  const reachable =
    user === undefined || (await canReach(user, program(native, 'postgres'), READ_AND_EXECUTE));
  if (complete && reachable) return native;

  const copy = join(directory, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  log.info({ from: native, to: copy }, 'Copying the database program to where it can run');
  // An existing draft was left by an owner that was killed.
  const draft = `${copy}.draft`;
  await rm(draft, { recursive: true, force: true });
  const links = new Set(symlinks.map(({ target }) => join(native, target)));
  await cp(native, draft, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    // Static libraries (.a) are only for compilers.
    filter: (path) => !path.endsWith('.a') && !links.has(path),
  });
  // The originals may be read-only or private.
  await runProgram('/bin/chmod', ['-R', 'u+w,a+rX', draft], undefined);
  for (const { source, target } of symlinks) {
    const link = join(draft, target);
    await symlink(relative(dirname(link), join(draft, source)), link);
  }
  await rename(draft, copy);
  return copy;
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
