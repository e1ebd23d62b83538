import { randomBytes, randomUUID } from 'node:crypto';
import { chown, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Log } from '../../../lib/log.ts';
import { DatabaseUnavailableError } from '../database-unavailable.ts';
import { program } from './binaries.server.ts';
import { runProgram } from './command.server.ts';
import type { DatabaseHome } from './home.server.ts';

/** The account inside the database, its owner, and the database of that name. */
export const DATABASE_NAME = 'condo_admin';

const DRAFT_PREFIX = 'data.new-';

/**
 * Character classes by the C library, which pg_trgm asks what a letter is: in plain C a trigram index
 * knows no letter outside ASCII. Every glibc has one of these names; "UTF-8" is macOS's.
 */
const CHARACTER_TYPES =
  process.platform === 'win32' ? ['C'] : ['C.UTF-8', 'en_US.UTF-8', 'UTF-8', 'C'];

const PROVIDERS = [
  ['--locale-provider=icu', '--icu-locale=und'],
  ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
];

/**
 * Makes the data folder. All happens in a draft folder that takes its name at the very end: a process
 * killed on the way leaves a draft to throw away, never half a database.
 */
export async function createCluster(
  home: DatabaseHome,
  binaries: string,
  durable: boolean,
  log: Log,
): Promise<void> {
  await removeDrafts(home);
  const draft = join(home.folder, `${DRAFT_PREFIX}${randomUUID()}`);
  log.info({ folder: home.data }, 'Creating the embedded database');
  await mkdir(draft, { mode: 0o700 });
  if (home.user !== undefined) await chown(draft, home.user.uid, home.user.gid);
  const access = await accessRules(home);
  await initialize(home, program(binaries, 'initdb'), [
    `--pgdata=${draft}`,
    `--username=${DATABASE_NAME}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    ...access,
    ...(durable ? [] : ['--no-sync']),
  ]);
  await rename(draft, home.data);
  if (durable && process.platform !== 'win32') await syncFolder(home.folder);
}

async function initialize(home: DatabaseHome, initdb: string, args: string[]): Promise<void> {
  let lastOutput = '';
  for (const provider of PROVIDERS) {
    for (const type of CHARACTER_TYPES) {
      const attempt = [...args, ...provider, `--lc-ctype=${type}`];
      const { code, output } = await runProgram(initdb, attempt, home.user);
      if (code === 0) return;
      lastOutput = output;
      if (/ICU is not supported/i.test(output)) break;
      if (!/invalid locale|locale name/i.test(output)) throw initdbFailed(home, output);
    }
  }
  throw initdbFailed(home, lastOutput);
}

function initdbFailed(home: DatabaseHome, output: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    `The embedded database could not be created in ${home.folder}. Free or change that folder ` +
      `(DATA_DIR), or set DATABASE_URL. initdb said:\n${output.trim()}`,
  );
}

/** Sockets are guarded by their folder; a Windows port is open to every account, so it has a password. */
async function accessRules(home: DatabaseHome): Promise<string[]> {
  if (process.platform !== 'win32') return ['--auth-local=trust', '--auth-host=reject'];
  const file = passwordFile(home);
  await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return ['--auth=scram-sha-256', `--pwfile=${file}`];
}

/** Where Windows keeps the password of the embedded server. */
export function passwordFile(home: DatabaseHome): string {
  return join(home.folder, 'password');
}

async function removeDrafts(home: DatabaseHome): Promise<void> {
  for (const name of await readdir(home.folder)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    // An initdb that outlived its killed parent may still write there; the next start gets the rest.
    await rm(join(home.folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
