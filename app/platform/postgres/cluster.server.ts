import { randomBytes, randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Log } from '../log.ts';
import { syncFolder } from '../file-errors.server.ts';
import { DatabaseUnavailableError } from './database-unavailable.ts';
import { program } from './binaries.server.ts';
import { runProgram, type ProgramResult } from './command.server.ts';
import { NOBODY, type DataDirectory, type ServerUser } from './data-directory.server.ts';

/** Name of the database, and of the role that owns it. */
export const DATABASE_NAME = 'condo_admin';

const DRAFT_PREFIX = 'data.new-';

/**
 * Character types with which pg_trgm recognizes letters; plain "C" knows only ASCII. Every glibc has one of
 * the first two. macOS uses "UTF-8".
 */
const CHARACTER_TYPES =
  process.platform === 'win32' ? ['C'] : ['C.UTF-8', 'en_US.UTF-8', 'UTF-8', 'C'];

const PROVIDERS = [
  ['--locale-provider=icu', '--icu-locale=und'],
  ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
];

/** Creates the data folder. It has a temporary name until it is complete, since the process may be killed. */
export async function createCluster(
  directory: DataDirectory,
  binaries: string,
  durable: boolean,
  log: Log,
): Promise<void> {
  await removeDrafts(directory);
  const draft = join(directory.folder, `${DRAFT_PREFIX}${randomUUID()}`);
  log.info({ folder: directory.data }, 'Creating the embedded database');
  await mkdir(draft, { mode: 0o700 });
  if (directory.user !== undefined) await chown(draft, directory.user.uid, directory.user.gid);
  await initialize(directory, draft, program(binaries, 'initdb'), [
    `--pgdata=${draft}`,
    `--username=${DATABASE_NAME}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    ...(await accessRules(directory)),
    ...(durable ? [] : ['--no-sync']),
  ]);
  await rename(draft, directory.data);
  if (durable) await syncFolder(directory.folder);
}

/**
 * Runs initdb, which needs an account with a name. If the owner has no name, another account runs it and
 * the owner gets the folder afterwards.
 */
async function initialize(
  directory: DataDirectory,
  draft: string,
  initdb: string,
  args: readonly string[],
): Promise<void> {
  let result = await tryLocales(initdb, args, directory.user);
  const nameless = result.output.includes('could not look up effective user ID');
  if (nameless && directory.user !== undefined) {
    await chown(draft, NOBODY.uid, NOBODY.gid);
    result = await tryLocales(initdb, args, NOBODY);
    const { uid, gid } = directory.user;
    if (result.code === 0) {
      result = await runProgram('/bin/chown', ['-R', `${uid}:${gid}`, draft], undefined);
    }
  } else if (nameless) {
    throw new DatabaseUnavailableError(
      `PostgreSQL does not run under uid ${process.getuid?.()}, which has no name on this system. ` +
        'Add it to /etc/passwd or start under an account that is there (in a container without --user), ' +
        'or set DATABASE_URL.',
    );
  }
  if (result.code !== 0) throw initdbFailed(directory, result.output);
}

async function tryLocales(
  initdb: string,
  args: readonly string[],
  user: ServerUser | undefined,
): Promise<ProgramResult> {
  let result: ProgramResult = { code: -1, output: '' };
  for (const provider of PROVIDERS) {
    for (const type of CHARACTER_TYPES) {
      result = await runProgram(initdb, [...args, ...provider, `--lc-ctype=${type}`], user);
      if (/ICU is not supported/i.test(result.output)) break;
      if (!/invalid locale|locale name/i.test(result.output)) return result;
    }
  }
  return result;
}

function initdbFailed(directory: DataDirectory, output: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    `The embedded database could not be created in ${directory.folder}. Free or change that folder ` +
      `(DATA_DIR), or set DATABASE_URL. initdb said:\n${output.trim()}`,
  );
}

/**
 * Rules for access. A socket is protected by its folder. A Windows port is open to every account, so it
 * needs a password.
 */
async function accessRules(directory: DataDirectory): Promise<string[]> {
  if (process.platform !== 'win32') return ['--auth-local=trust', '--auth-host=reject'];
  const file = passwordFile(directory);
  await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return ['--auth=scram-sha-256', `--pwfile=${file}`];
}

/** The file with the embedded server's password, on Windows. */
export function passwordFile(directory: DataDirectory): string {
  return join(directory.folder, 'password');
}

async function removeDrafts(directory: DataDirectory): Promise<void> {
  for (const name of await readdir(directory.folder)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    // An initdb that has survived its killed parent may still be writing there. The next start removes the
    // rest.
    await rm(join(directory.folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
