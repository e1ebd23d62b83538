import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import type { Log } from '../lib/log.ts';
import { DatabaseUnavailableError, DataDirUnusableError } from './database-unavailable.ts';
import { errorCode, ifExists } from '../lib/file-errors.server.ts';
import {
  canReach,
  NOBODY,
  ownerOrNobody,
  runningAsRoot,
  TRAVERSE,
  type ServerUser,
} from './server-user.server.ts';

/** The folder of one embedded database, and the account that runs it. */
export interface DataDirectory {
  /** Contains the data folder, the locks and the server's log. A real path. */
  folder: string;
  /** PostgreSQL's data folder; need not exist yet. */
  data: string;
  /** Another account to run PostgreSQL as; undefined: this process's own. */
  user: ServerUser | undefined;
}

const SYSTEM_PARENT = '/var/lib/condo-admin';

/**
 * Finds or creates the folder of the embedded database that belongs to `dataDir`.
 * @throws DataDirUnusableError, DatabaseUnavailableError
 */
export async function prepareDataDirectory(dataDir: string, log: Log): Promise<DataDirectory> {
  const wanted = join(resolve(dataDir), 'postgres');
  try {
    return runningAsRoot() ? await directoryForRoot(wanted, log) : await directoryForUser(wanted);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    throw new DataDirUnusableError(wanted, error);
  }
}

async function directoryForUser(wanted: string): Promise<DataDirectory> {
  await mkdir(wanted, { recursive: true, mode: 0o700 });
  const owner = await clusterOwner(wanted);
  if (owner !== undefined && process.getuid !== undefined && owner.uid !== process.getuid()) {
    throw new DatabaseUnavailableError(
      `The database in ${wanted} belongs to the account with uid ${owner.uid}. ` +
        'Start as that account or as root, or set DATA_DIR to another folder.',
    );
  }
  return describeDirectory(wanted, undefined);
}

async function directoryForRoot(wanted: string, log: Log): Promise<DataDirectory> {
  const existing = await clusterOwner(wanted);
  if (existing !== undefined) {
    if (await canReach(existing, wanted, TRAVERSE)) return describeDirectory(wanted, existing);
    throw new DatabaseUnavailableError(
      `The database in ${wanted} is run by the account with uid ${existing.uid}, which may no longer ` +
        'enter that folder. Give it the right to (chmod o+x on the folders above it), or set DATABASE_URL.',
    );
  }

  const systemFolders = systemFoldersFor(wanted);
  for (const folder of systemFolders) {
    const owner = await clusterOwner(folder);
    if (owner === undefined) continue;
    await assertOwnFolder(folder);
    log.info(
      { folder, dataDir: dirname(wanted) },
      `The database is in the system folder ${folder}`,
    );
    return describeDirectory(folder, owner);
  }

  const user = await ownerOrNobody(dirname(dirname(wanted)));
  await makeEnterable(wanted, user);
  if (await canReach(user, wanted, TRAVERSE)) return describeDirectory(wanted, user);

  for (const folder of systemFolders) {
    if (!(await couldMake(folder))) continue;
    await assertOwnFolder(folder);
    log.warn(
      { folder, dataDir: dirname(wanted) },
      `PostgreSQL does not run as root, and uid ${user.uid} may not enter ${dirname(wanted)}: ` +
        `the database is in the system folder ${folder}`,
    );
    return describeDirectory(folder, user);
  }
  throw new DatabaseUnavailableError(
    `PostgreSQL does not run as root, uid ${user.uid} may not enter ${dirname(wanted)}, and no system folder ` +
      'can be made. Set DATA_DIR to a folder others may enter (chmod o+x), or set DATABASE_URL.',
  );
}

/** Creates the folder. New folders are made accessible to `user`; existing ones are left unchanged. */
async function makeEnterable(folder: string, user: ServerUser): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o711 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    await chmod(made, 0o711);
    // In a user's project the folders belong to that user, so that the next start works without root.
    if (user.uid !== NOBODY.uid) await chown(made, user.uid, user.gid);
  }
}

function systemFoldersFor(wanted: string): string[] {
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  return [join(SYSTEM_PARENT, hash), join(tmpdir(), `condo-admin-${hash}`)];
}

async function couldMake(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
    throw error;
  }
}

/** In a shared folder, such as /tmp, another account may have created ours first. */
async function assertOwnFolder(folder: string): Promise<void> {
  const found = await lstat(folder);
  if (found.isDirectory() && found.uid === process.getuid?.()) return;
  throw new DatabaseUnavailableError(
    `${folder} belongs to somebody else, so the database is not kept there. Remove it, or set DATABASE_URL.`,
  );
}

async function clusterOwner(directory: string): Promise<ServerUser | undefined> {
  const found = await ifExists(stat(join(directory, 'data')));
  return found === undefined ? undefined : { uid: found.uid, gid: found.gid };
}

async function describeDirectory(
  folder: string,
  user: ServerUser | undefined,
): Promise<DataDirectory> {
  const real = await realpath(folder);
  return { folder: real, data: join(real, 'data'), user };
}

/** The major version of PostgreSQL that created the data folder; undefined when there is none yet. */
export async function clusterVersion(directory: DataDirectory): Promise<number | undefined> {
  const text = await ifExists(readFile(join(directory.data, 'PG_VERSION'), 'utf8'));
  return text === undefined ? undefined : Number.parseInt(text, 10);
}
