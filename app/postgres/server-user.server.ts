import { stat } from 'node:fs/promises';
import { dirname, parse, resolve } from 'node:path';

import { ifExists } from '../lib/file-errors.server.ts';

/** The account that runs PostgreSQL when this process is root, which PostgreSQL does not allow. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/** "nobody" on every Linux distribution. */
export const NOBODY: ServerUser = { uid: 65_534, gid: 65_534 };

export function runningAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The owner of the nearest existing folder at or above `path`, or nobody when that is root. */
export async function ownerOrNobody(path: string): Promise<ServerUser> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const found = await ifExists(stat(folder));
    if (found !== undefined) {
      return found.uid === 0 ? NOBODY : { uid: found.uid, gid: found.gid };
    }
    if (folder === parse(folder).root) return NOBODY;
  }
}

/** Mode bits to ask for, as the owner's digit of chmod has them. */
export const TRAVERSE = 1;
export const READ_AND_EXECUTE = 5;

/**
 * Whether `user` may access `path` and its parent folders. Checks owner, group and mode: an access
 * list that grants more is ignored, which leads to a copy or another folder, never to a failure.
 */
export async function canReach(user: ServerUser, path: string, needed: number): Promise<boolean> {
  const target = resolve(path);
  if (!(await allows(user, target, needed))) return false;
  for (let folder = dirname(target); ; folder = dirname(folder)) {
    if (!(await allows(user, folder, TRAVERSE))) return false;
    if (folder === parse(folder).root) return true;
  }
}

async function allows(user: ServerUser, path: string, needed: number): Promise<boolean> {
  const found = await ifExists(stat(path));
  if (found === undefined) return false;
  const shift = found.uid === user.uid ? 6 : found.gid === user.gid ? 3 : 0;
  return ((found.mode >> shift) & needed) === needed;
}
