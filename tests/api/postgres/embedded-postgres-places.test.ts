import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, chown, cp, lstat, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { DatabaseUnavailableError } from '~/platform/postgres/database-unavailable';
import { findPostgresPackage, thisPlatform } from '~/platform/postgres/binaries.server';
import { startEmbeddedPostgres } from '~/platform/postgres/embedded-postgres.server';
import { silentLog } from '../../support/silent-log';
import {
  ask,
  clusterOf,
  dataDirsWithDatabase,
  isRoot,
  serverPid,
  startAnswering,
  startClient,
  temporaryDataDir,
} from './harness';

const dataDirWithDatabase = dataDirsWithDatabase();

const NOBODY = 65_534;
/** An account that no system has. */
const STRANGER = 54_321;

/** A project whose node_modules holds PostgreSQL as `npm install --ignore-scripts` leaves it, read-only. */
async function projectWithoutSymlinks(folder: string): Promise<string> {
  const postgresPackage = findPostgresPackage();
  const target = join(folder, 'node_modules', postgresPackage.name);
  await cp(dirname(postgresPackage.native), target, {
    recursive: true,
    filter: async (source) => !(await lstat(source)).isSymbolicLink(),
  });
  execFileSync('chmod', ['-R', 'a-w', target]);
  onTestFinished(() => {
    execFileSync('chmod', ['-R', 'u+w', target]);
  });
  return target;
}

test('it starts from a read-only node_modules whose symlinks were never made', async () => {
  const dataDir = await temporaryDataDir();
  const project = dirname(dataDir);
  const installed = await projectWithoutSymlinks(project);
  const before = await readdir(join(installed, 'native', 'lib'));

  const client = await startAnswering(dataDir, { cwd: project });
  expect(client.log.join()).toContain('Copying the database program');
  expect(await readdir(join(installed, 'native', 'lib'))).toEqual(before);
  await client.stop();

  const warm = await startAnswering(dataDir, { cwd: project });
  expect(warm.log.join()).not.toContain('Copying');
  await warm.stop();
});

test('a data folder too deep for a socket address has its socket among the temporary files', async () => {
  const dataDir = await temporaryDataDir('deep'.repeat(20), 'a, "quoted" folder');
  const client = startClient(dataDir);
  const connection = await client.ready;
  expect(dirname(connection.host)).toBe(tmpdir());
  expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
  expect(await ask(connection, 'select 1')).toBe(1);
  await client.stop();
  await expect(stat(connection.host)).rejects.toThrow('ENOENT');
});

test('blanks, commas and quotes in the name of the data folder do no harm', async () => {
  const dataDir = await temporaryDataDir('a, "b" $c');
  const client = startClient(dataDir);
  expect((await client.ready).host).toContain('a, "b" $c');
  expect(await ask(await client.ready, 'select 1')).toBe(1);
  await client.stop();
});

describe.runIf(isRoot)('as root (when root only)', () => {
  test('the server runs as nobody', async () => {
    const dataDir = await temporaryDataDir();
    const client = await startAnswering(dataDir);
    expect((await stat(`/proc/${await serverPid(dataDir)}`)).uid).toBe(NOBODY);
    expect((await stat(clusterOf(dataDir))).uid).toBe(NOBODY);
    await client.stop();
  });

  test('the server runs as the owner of the project', async () => {
    const dataDir = await temporaryDataDir();
    await chown(dirname(dataDir), STRANGER, STRANGER);
    const client = await startAnswering(dataDir);
    expect((await stat(`/proc/${await serverPid(dataDir)}`)).uid).toBe(STRANGER);
    await client.stop();
    // That user can continue without root.
    for (const path of [dataDir, dirname(clusterOf(dataDir)), clusterOf(dataDir)]) {
      expect((await stat(path)).uid).toBe(STRANGER);
    }
  });

  test('with a private DATA_DIR: the group of the account may enter it, nobody else', async () => {
    const dataDir = await temporaryDataDir();
    await mkdir(dataDir, { mode: 0o700 });
    const client = await startAnswering(dataDir);
    const { uid, gid, mode } = await stat(dataDir);
    expect([uid, gid, mode & 0o777]).toEqual([0, NOBODY, 0o710]);
    await client.stop();
  });

  test('programs that the account may not read are copied', async () => {
    const dataDir = await temporaryDataDir();
    const project = await temporaryDataDir();
    await mkdir(project);
    await projectWithoutSymlinks(project);
    await chmod(project, 0o700);
    const client = await startAnswering(dataDir, { cwd: project });
    expect(client.log.join()).toContain('Copying the database program');
    await client.stop();
  });

  test('a folder that the account may not enter is rejected with advice', async () => {
    const dataDir = await temporaryDataDir();
    await chmod(dirname(dataDir), 0o700);
    await expect(startClient(dataDir).ready).rejects.toThrow(
      /DatabaseUnavailableError: .*uid 65534.*may not enter.*chmod o\+x.*DATA_DIR.*DATABASE_URL/,
    );
    await chmod(dirname(dataDir), 0o711);
    const client = startClient(dataDir);
    await client.ready;
    await client.stop();
    // It is not replaced by an empty database either.
    await chmod(dirname(dataDir), 0o700);
    await expect(startClient(dataDir).ready).rejects.toThrow(/may not enter/);
  });

  test("another account's database is rejected with its owner named", async () => {
    const dataDir = await temporaryDataDir();
    const owner = startClient(dataDir);
    await owner.ready;
    await expect(startClient(dataDir, { uid: STRANGER }).ready).rejects.toThrow(
      `belongs to the account with uid ${NOBODY}`,
    );
    await owner.stop();
  });

  test('an account without a name, which PostgreSQL rejects, gets an explanation', async () => {
    const dataDir = await temporaryDataDir();
    await chown(dirname(dataDir), STRANGER, STRANGER);
    await expect(startClient(dataDir, { uid: STRANGER }).ready).rejects.toThrow(
      `uid ${STRANGER}, which has no name on this system`,
    );
  });
});

test('a data folder that cannot be made is rejected with advice', async () => {
  const dataDir = await temporaryDataDir();
  await writeFile(dataDir, 'a file');
  await expect(startEmbeddedPostgres({ dataDir, log: silentLog })).rejects.toThrow(
    /cannot use the folder .* Set DATA_DIR to a folder/,
  );
});

test.each([0o770, 0o2777, 0o755])(
  'rights that something has added to a folder are taken back: %o',
  async (mode) => {
    const dataDir = await dataDirWithDatabase();
    // As Kubernetes opens a volume to its group, and as a copy loses the rights of the original.
    execFileSync('chmod', ['-R', 'g+rwX', dataDir]);
    await chmod(clusterOf(dataDir), mode);
    const client = await startAnswering(dataDir);
    expect((await stat(clusterOf(dataDir))).mode & 0o777).toBe(0o700);
    await client.stop();
  },
);

test("a group that may read, which PostgreSQL's own setting allows, stays", async () => {
  const dataDir = await dataDirWithDatabase();
  await chmod(clusterOf(dataDir), 0o750);
  const client = await startAnswering(dataDir);
  expect((await stat(clusterOf(dataDir))).mode & 0o777).toBe(0o750);
  await client.stop();
});

/** Outcome of a start, in one line. */
function failureOf(wrapper: readonly string[], dataDir: string): string {
  const [program = '', ...args] = wrapper;
  const client = join(import.meta.dirname, 'fixtures/start.ts');
  const { stdout } = spawnSync(program, [...args, process.execPath, client, dataDir], {
    encoding: 'utf8',
  });
  return stdout;
}

// setpriv takes rights from this process and what it starts; unshare mounts for these alone.
describe.runIf(isRoot && process.platform === 'linux')('in a container (when root only)', () => {
  test.each(['at the first start', 'later'])(
    'root without the right to change owners gets a sentence %s',
    async (when) => {
      const dataDir = when === 'later' ? await dataDirWithDatabase() : await temporaryDataDir();
      const failure = failureOf(['setpriv', '--bounding-set=-all'], dataDir);
      expect(failure).toMatch(
        /^DataDirUnusableError: The embedded database cannot use the folder \S+: (?:EPERM|EACCES)[^\n]* PostgreSQL does not run as root, [^\n]* \(--user 1000:1000, runAsUser: 1000\)[^\n]*\n$/,
      );
    },
  );

  test.each(['at the first start', 'later'])(
    'a read-only disk is said as that %s',
    async (when) => {
      const dataDir = when === 'later' ? await dataDirWithDatabase() : await temporaryDataDir();
      const parent = dirname(dataDir);
      const readOnly = `mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"`;
      const failure = failureOf(['unshare', '--mount', 'sh', '-c', readOnly, parent], dataDir);
      expect(failure).toMatch(
        /^DataDirUnusableError: [^\n]* EROFS: read-only file system[^\n]*\n$/,
      );
    },
  );
});

test('a data folder that became read-only is rejected with advice', async () => {
  const dataDir = await temporaryDataDir();
  const folder = dirname(clusterOf(dataDir));
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o555);
  await expect(startClient(dataDir, isRoot ? { uid: STRANGER } : {}).ready).rejects.toThrow(
    /DataDirUnusableError: .*unable to open database file.* Set DATA_DIR to a folder/,
  );
});

test.each([
  ['the application', true],
  ['a tool', false],
])('a database of another major version is left alone by %s', async (_who, application) => {
  const dataDir = await temporaryDataDir();
  await mkdir(clusterOf(dataDir), { recursive: true });
  await writeFile(join(clusterOf(dataDir), 'PG_VERSION'), '17\n');
  await expect(startEmbeddedPostgres({ dataDir, log: silentLog, application })).rejects.toThrow(
    /made by PostgreSQL 17, and this is PostgreSQL 18.*export-data/s,
  );
});

test.each([
  [{ platform: 'linux', arch: 'x64', musl: true }, 'linux x64 with musl'],
  [{ platform: 'freebsd', arch: 'x64', musl: false }, 'freebsd x64'],
])('a platform without binaries gets an error that names DATABASE_URL: %o', (platform, name) => {
  expect(() => findPostgresPackage(platform)).toThrow(DatabaseUnavailableError);
  expect(() => findPostgresPackage(platform)).toThrow(
    `There is no embedded PostgreSQL for ${name}. Set DATABASE_URL`,
  );
});

test('a missing package gets an error that names it and DATABASE_URL', () => {
  expect(() => findPostgresPackage(thisPlatform(), ['file:///'])).toThrow(
    /@embedded-postgres\/.* is not installed.*DATABASE_URL/,
  );
});
