import { access, chmod, chown, constants, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';

import { DatabaseUnavailableError, DataDirUnusableError } from './database-unavailable.ts';
import { ifExists, makeFolders } from '../file-errors.server.ts';

/** An account to run PostgreSQL, which rejects root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/** The account "nobody" of every Linux distribution. */
export const NOBODY: ServerUser = { uid: 65_534, gid: 65_534 };

/** The folder of one embedded database, and the account that runs it. */
export interface DataDirectory {
  /** The folder of the data folder, the lock and the server's log, as a real path. */
  folder: string;
  /** PostgreSQL's data folder. It may not exist yet. */
  data: string;
  /** Account that runs PostgreSQL; undefined for this process's own. */
  user: ServerUser | undefined;
}

/** Finds or makes the folder of the database. @throws DataDirUnusableError, DatabaseUnavailableError */
export async function prepareDataDirectory(
  dataDir: string,
  existing: boolean,
): Promise<DataDirectory> {
  const folder = join(resolve(dataDir), 'postgres');
  try {
    if (existing && (await clusterOwner(folder)) === undefined) {
      throw new DatabaseUnavailableError(
        `There is no database in ${dataDir}. Set DATA_DIR to the folder that the panel uses, or set DATABASE_URL.`,
      );
    }
    const user =
      process.getuid?.() === 0 ? await folderForRoot(folder) : await folderForUser(folder);
    const real = await realpath(folder);
    // A read-only disk is reported here. Missing rights are reported by the lock.
    await ifExists(access(real, constants.W_OK), ['EACCES', 'EPERM']);
    await closeToOthers(join(real, 'data'));
    return { folder: real, data: join(real, 'data'), user };
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    throw new DataDirUnusableError(folder, error);
  }
}

/** Rights that PostgreSQL rejects on its data folder: any for others, and writing for the group. */
const CLOSED_TO_OTHERS = 0o027;

/**
 * Removes rights that were added later, as Kubernetes does for the group of a volume at every start of a
 * pod. Only the folder itself is changed: PostgreSQL does not check its contents, and others cannot enter
 * it.
 */
async function closeToOthers(data: string): Promise<void> {
  if (process.platform === 'win32') return;
  const stats = await ifExists(stat(data));
  if (stats !== undefined && (stats.mode & CLOSED_TO_OTHERS) !== 0) await chmod(data, 0o700);
}

async function folderForUser(folder: string): Promise<undefined> {
  await makeFolders(folder, 0o700);
  const owner = await clusterOwner(folder);
  const uid = process.getuid?.();
  if (owner === undefined || uid === undefined || owner.uid === uid) return;
  throw new DatabaseUnavailableError(
    `The database in ${folder} belongs to the account with uid ${owner.uid}, and this is uid ${uid}. ` +
      `Start as that account or as root, or give the folder to this one: sudo chown -R ${uid}:${process.getgid?.()} ${folder}`,
  );
}

/**
 * Finds the account for a process that runs as root: the data's owner; before there is data, the owner of
 * the folder that contains DATA_DIR.
 */
async function folderForRoot(folder: string): Promise<ServerUser> {
  const existing = await clusterOwner(folder);
  const user = existing ?? (await ownerOrNobody(dirname(dirname(folder))));
  if (existing === undefined) await makeEnterable(folder, user);
  if (await canReach(user, folder, TRAVERSE)) return user;
  throw new DatabaseUnavailableError(
    `PostgreSQL does not run as root, and the account with uid ${user.uid}, which would run it, may not enter ${folder}. ` +
      'Let it (chmod o+x on the folders above), start under another account than root, ' +
      'set DATA_DIR to a folder that every account may enter, or set DATABASE_URL.',
  );
}

/** The owner of the nearest existing folder at or above `path`; nobody if that is root. */
async function ownerOrNobody(path: string): Promise<ServerUser> {
  const stats = await ifExists(stat(path));
  if (stats === undefined) return path === parse(path).root ? NOBODY : ownerOrNobody(dirname(path));
  return stats.uid === 0 ? NOBODY : { uid: stats.uid, gid: stats.gid };
}

/** Makes new folders accessible to `user`. Existing folders stay unchanged, except for DATA_DIR. */
async function makeEnterable(folder: string, user: ServerUser): Promise<void> {
  const first = await makeFolders(folder, 0o711);
  const shortest = first?.length ?? Infinity;
  for (let path = folder; path.length >= shortest; path = dirname(path)) {
    await chmod(path, 0o711);
    // In a user's project the folders belong to that user, so that the next start works without root.
    if (user.uid !== NOBODY.uid) await chown(path, user.uid, user.gid);
  }
  await admitGroup(dirname(folder), user);
}

/** Opens a DATA_DIR that only root may enter (as from `mktemp -d`) to the group of `user`. */
async function admitGroup(dataDir: string, user: ServerUser): Promise<void> {
  const { uid, mode } = await stat(dataDir);
  if (uid !== 0 || (mode & 0o077) !== 0) return;
  await chown(dataDir, uid, user.gid);
  await chmod(dataDir, 0o710);
}

/** Mode bits to check, as in the owner's digit of chmod. */
const TRAVERSE = 1;
export const READ_AND_EXECUTE = 5;

/** True if `user` may access `path` by owner, group and mode. Access lists that grant more are ignored. */
export async function canReach(
  user: ServerUser,
  path: string,
  needed = TRAVERSE,
): Promise<boolean> {
  const stats = await ifExists(stat(path));
  if (stats === undefined) return false;
  const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0;
  if (((stats.mode >> shift) & needed) !== needed) return false;
  return path === parse(path).root || canReach(user, dirname(path));
}

async function clusterOwner(folder: string): Promise<ServerUser | undefined> {
  const stats = await ifExists(stat(join(folder, 'data')));
  return stats === undefined ? undefined : { uid: stats.uid, gid: stats.gid };
}

/** Returns the major version of PostgreSQL of the data folder, or undefined if it does not exist. */
export async function clusterVersion(directory: DataDirectory): Promise<number | undefined> {
  const text = await ifExists(readFile(join(directory.data, 'PG_VERSION'), 'utf8'));
  return text === undefined ? undefined : Number.parseInt(text, 10);
}
