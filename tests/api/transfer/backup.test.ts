import { Encrypter } from 'age-encryption';
import { eq } from 'drizzle-orm';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { seedBulk } from '../../../tools/seed/bulk';
import { createArchive, readArchive, readWhole } from '../../../tools/transfer/archive';
import { differences } from '../../../tools/transfer/backup';
import { openPlace } from '../../../tools/transfer/backup-place';
import { runTransfer } from '../../../tools/transfer/cli';
import type { Manifest } from '../../../tools/transfer/manifest';
import { readExport } from '../../../tools/transfer/read-manifest';
import { condos } from '~/platform/database/schema/records';
import { createFileMediaStore } from '~/platform/media/file-media-store';
import { getInstallationId } from '~/platform/database/installation.repo';
import { readOperations } from '~/platform/jobs/operations.repo';
import { apiPerFile } from '../../support/api';
import { createTestDatabase, createUnmigratedDatabase, urlOf } from '../../support/database';
import { openTransaction, waitingCalls } from '../../support/connections';
import { must } from '../../support/must';
import { startS3 } from '../../support/s3';
import { forThisTest, perFile, temporaryFolder } from '../../support/opened';
import { ROOT } from '../../support/production-process';

const KEY = 'a passphrase of the backup';
const FIXTURES = join(import.meta.dirname, '../../fixtures/transfer');
const IMAGE = `${'0123456789abcdef'.repeat(2)}.webp`;

const api = apiPerFile();
const s3 = perFile(startS3);
const dataDir = temporaryFolder();
let to: string;
let temporary: string;
let output: string[] = [];

/**
 * Work factor of this file's keys. A real key takes a second by design;
 * tests/unit/tools/encryption.test.ts has real ones.
 */
const CHEAP_WORK_FACTOR = 10;

beforeAll(() => {
  const setPassphrase = Reflect.get(Encrypter.prototype, 'setPassphrase');
  vi.spyOn(Encrypter.prototype, 'setPassphrase').mockImplementation(function (
    this: Encrypter,
    key,
  ) {
    setPassphrase.call(this, key);
    this.setScryptWorkFactor(CHEAP_WORK_FACTOR);
  });
});
beforeAll(async () => {
  // PostgreSQL, which does not run as root, has to get in.
  await chmod(dataDir, 0o711);
  temporary = join(dataDir, 'tmp');
  await mkdir(temporary, { mode: 0o711 });
  vi.stubEnv('TMPDIR', temporary);
  await seedBulk(api.db, { condos: 3, apartments: 50, users: 40 });
  await createFileMediaStore(join(dataDir, 'media')).put(IMAGE, Buffer.from('an image'));
  await api.database.pool.query('update condos set image_name = $1 where id = 1', [IMAGE]);
  // Several changes of one entry, in no order of their own.
  await api.database.pool.query("update condos set city = 'Other'");
});
beforeEach(async () => {
  output = [];
  to = await mkdtemp(join(dataDir, 'to-'));
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const settings = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  DATA_DIR: dataDir,
  DATABASE_URL: urlOf(api.database),
  ...more,
});
const run = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  runTransfer('backup', args, settings(env), (text) => void output.push(text));
const nameIn = async (folder: string) => must((await readdir(folder))[0], 'a backup');

it('a backup is read back, its age is known, and a drill restores it', async () => {
  await run(['--to', to]);
  const name = await nameIn(to);
  expect(name).toMatch(/^condo-admin-\w+-\d{8}T\d{9}Z\.tar$/);
  expect((await stat(join(to, name))).mode & 0o777).toBe(0o600);
  expect(output).toEqual([
    expect.stringMatching(
      /^Backed up 41 users.* 1 images to .*, and read it back\. Removed 0 older\.$/,
    ),
  ]);
  const { backup_age_seconds } = await readOperations(api.db);
  expect(backup_age_seconds).toEqual(expect.any(Number));
  await run(['drill', join(to, name)]);
  expect(output[1]).toMatch(/^Drill passed: 41 users, .* 1 images were restored/);
  expect(await readdir(temporary)).toEqual([]);
});

it('with BACKUP_KEY nothing can be read without it; an import can with it', async () => {
  await run(['--to', to], { BACKUP_KEY: KEY });
  const path = join(to, await nameIn(to));
  expect(path).toMatch(/\.tar\.age$/);
  const bytes = await readFile(path);
  expect(bytes.toString('latin1', 0, 22)).toBe('age-encryption.org/v1\n');
  assertNothingPlain(bytes);
  await expect(run(['drill', path])).rejects.toThrow('set BACKUP_KEY.');
  await expect(run(['drill', path], { BACKUP_KEY: 'another passphrase' })).rejects.toThrow(
    'It is damaged or truncated, or BACKUP_KEY is another.',
  );
  const target = await forThisTest(createUnmigratedDatabase());
  const env = settings({ BACKUP_KEY: KEY, DATABASE_URL: urlOf(target), DATA_DIR: join(to, 'd') });
  await runTransfer('import', [path], env, (text) => void output.push(text));
  expect(await target.db.$count(condos, eq(condos.city, 'Other'))).toBe(3);
  expect(await readdir(temporary)).toEqual([]);
}, 180_000);

it('BACKUP_KEY is the same as a variable and as a file, and a blank one is none', async () => {
  await run(['--to', to], { BACKUP_KEY: `${KEY}\n` });
  const path = join(to, await nameIn(to));
  const file = join(dataDir, 'key');
  await writeFile(file, `${KEY}\n`);
  await run(['drill', path], { BACKUP_KEY_FILE: file });
  expect(output[1]).toMatch(/^Drill passed/);
  await expect(run(['drill', path], { BACKUP_KEY: ' \n' })).rejects.toThrow('set BACKUP_KEY.');
  await expect(run(['--to', to], { BACKUP_KEY: 'fifteen letters\n' })).rejects.toThrow(
    'BACKUP_KEY must be at least 16 characters',
  );
  const plain = await mkdtemp(join(dataDir, 'to-'));
  await run(['--to', plain], { BACKUP_KEY: ' ' });
  expect(await nameIn(plain)).toMatch(/\.tar$/);
}, 120_000);

it('the documented BACKUP_S3_* settings count unless they are blank', async () => {
  const { endpoint, accessKeyId, secretAccessKey } = s3.settings;
  const env = {
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_REGION: ' ',
    BACKUP_S3_ACCESS_KEY_ID: '',
    BACKUP_S3_BUCKET: 'elsewhere',
    BACKUP_S3_PREFIX: 'elsewhere',
  };
  const place = openPlace('s3://pictures/documented', env);
  await place.put('one.tar', (path) => writeFile(path, 'x'));
  expect(await place.names('one')).toEqual(['one.tar']);
  expect(await openPlace('s3://pictures/documented', bucketEnv()).names('one')).toEqual([
    'one.tar',
  ]);
});

function assertNothingPlain(bytes: Buffer) {
  for (const text of ['manifest.json', 'password_hash', 'ustar', 'Other', 'an image'])
    expect(bytes.includes(text)).toBe(false);
}

it.skipIf(spawnSync('age', ['--version']).status !== 0)(
  'age opens a backup without this program (skipped where age is not installed)',
  async () => {
    await run(['--to', to], { BACKUP_KEY: KEY });
    const [path, tar] = [join(to, await nameIn(to)), join(to, 'opened.tar')];
    // It asks for the passphrase on a terminal.
    const opening = spawnSync('script', ['-qec', `age -d -o ${tar} ${path}`, '/dev/null'], {
      input: `${KEY}\n`,
    });
    expect(opening.status).toBe(0);
    const names = spawnSync('tar', ['-tf', tar], { encoding: 'utf8' }).stdout.split('\n');
    expect(names).toContain('manifest.json');
  },
  180_000,
);

it('with BACKUP_KEY a plain export is read only where it is said to be plain', async () => {
  await run(['--to', to]);
  const path = join(to, await nameIn(to));
  const forged = join(to, 'condo-admin-12345678-20200101T000000000Z.tar.age');
  await copyFile(path, forged);
  const target = await forThisTest(createUnmigratedDatabase());
  const env = { DATABASE_URL: urlOf(target), DATA_DIR: join(to, 'd') };
  const importFrom = (args: string[], more: NodeJS.ProcessEnv) =>
    runTransfer('import', args, settings({ ...env, ...more }), () => undefined);
  for (const name of [path, forged]) {
    const words = `${name} is not encrypted with BACKUP_KEY`;
    for (const command of ['drill', 'convert'])
      await expect(run([command, name], { BACKUP_KEY: KEY })).rejects.toThrow(words);
    await expect(importFrom([name], { BACKUP_KEY: KEY })).rejects.toThrow(words);
  }
  // The file's name says that it was encrypted, and nobody has said --plain.
  await expect(importFrom([forged], {})).rejects.toThrow('is encrypted by its name');
  await expect(run(['drill', forged])).rejects.toThrow('is encrypted by its name');
  await importFrom([path, '--plain'], { BACKUP_KEY: KEY });
  expect(await target.db.$count(condos)).toBe(3);
}, 120_000);

it('an encrypted backup of an older release is converted, and the old one stays', async () => {
  const old = join(to, 'export.tar.sealed');
  await copyFile(join(FIXTURES, 'export-098e833.tar.sealed'), old);
  await expect(run(['convert', old])).rejects.toThrow('Set BACKUP_KEY.');
  await run(['convert', old], { BACKUP_KEY: KEY });
  expect(await readdir(to)).toEqual(['export.tar.age', 'export.tar.sealed']);
  expect(output).toEqual([
    expect.stringContaining(`as ${join(to, 'export.tar.age')}, and read it`),
  ]);
  const converted = await readExport(join(to, 'export.tar.age'), KEY);
  expect(converted).toEqual(await readExport(join(FIXTURES, 'export-098e833.tar')));
  await expect(run(['convert', old], { BACKUP_KEY: KEY })).rejects.toThrow('already exists');
  await expect(run(['convert', old], { BACKUP_KEY: 'another passphrase' })).rejects.toThrow('');
}, 120_000);

it.each(['beside itself', 'at the end'])(
  'a table that is in a file twice, %s, is rejected',
  async (where) => {
    const path = join(to, 'twice.tar');
    const archive = await createArchive(path);
    const rows = Buffer.alloc(2_000_000, 'a');
    const files: [string, Buffer][] = [];
    for await (const file of readArchive(join(FIXTURES, 'export-4929513.tar')))
      files.push([file.name, await readWhole(file)]);
    const at = where === 'at the end' ? files.length : 1;
    files.splice(at, 0, ['tables/users.ndjson', rows]);
    for (const [name, bytes] of files) await archive.add(name, bytes.length, [bytes]);
    await archive.finish();
    await expect(run(['drill', path])).rejects.toThrow('tables/users.ndjson is in it twice.');
  },
);

it('a drill names what is not the same; of an export of an older schema the counts alone', () => {
  const table = { name: 'users', rows: 1, sha256: 'a', sequence: null };
  const picture = { name: IMAGE, bytes: 1, sha256: 'b' };
  const whole: Manifest = {
    format: 'condo-admin-export',
    version: 1,
    created_at: '',
    missing_pictures: [],
    migrations: ['1'],
    tables: [table],
    pictures: [picture],
  };
  expect(differences(whole, whole)).toEqual([]);
  const hash = { ...whole, tables: [{ ...table, sha256: 'c' }] };
  expect(differences(whole, hash)).toEqual(['users']);
  expect(differences({ ...whole, migrations: [] }, hash)).toEqual([]);
  const row = { ...whole, tables: [{ ...table, rows: 2 }] };
  expect(differences({ ...whole, migrations: [] }, row)).toEqual(['users']);
  expect(differences(whole, { ...whole, pictures: [] })).toEqual([IMAGE]);
});

it('removes older ones only after a good new one, and none of another installation or name', async () => {
  const id = (await getInstallationId(api.db)).slice(0, 8);
  const mine = (day: number) => `condo-admin-${id}-2020010${day}T000000000Z.tar`;
  const others = ['condo-admin-12345678-20200101T000000Z.tar', 'export.tar'];
  const part = `${mine(1)}.part`;
  for (const name of [mine(1), mine(2), mine(3), part, ...others])
    await writeFile(join(to, name), 'x');
  // A store that has lost an image makes no backup.
  await rm(join(dataDir, 'media', IMAGE));
  await expect(run(['--to', to, '--keep', '1'])).rejects.toThrow('are not stored');
  expect(await readdir(to)).toHaveLength(6);
  await createFileMediaStore(join(dataDir, 'media')).put(IMAGE, Buffer.from('an image'));

  await run(['--to', to, '--keep', '2']);
  const remaining = await readdir(to);
  expect(remaining).toHaveLength(4);
  expect(remaining).toEqual(expect.arrayContaining([mine(3), ...others]));
  await expect(run(['--to', to, '--keep', '0'])).rejects.toThrow('Usage: backup');
});

it('a damaged backup does not count, and no older one is removed for it', async () => {
  const env = bucketEnv();
  await run(['--to', 's3://pictures/backups'], env);
  s3.fault('GET', 'lost answer', '.tar');
  await expect(run(['--to', 's3://pictures/backups', '--keep', '1'], env)).rejects.toThrow(
    'fetch failed',
  );
  s3.fault('GET', 'none', '.tar');
  await run(['--to', 's3://pictures/backups', '--keep', '9'], env);
  expect(output.at(-1)).toContain('Removed 0 older.');
});

function bucketEnv(): NodeJS.ProcessEnv {
  const { endpoint, accessKeyId, secretAccessKey, region } = s3.settings;
  return {
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_REGION: region,
    BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

it('backups can be kept in a bucket with its own credentials, and a drill reads them from it', async () => {
  const env = { ...bucketEnv(), BACKUP_KEY: KEY };
  await run(['--to', 's3://pictures/nightly'], env);
  const name = must(/(condo-admin-\S+) in s3/.exec(output[0] ?? '')?.[1], 'name');
  await run(['drill', `s3://pictures/nightly/${name}`], env);
  expect(output[1]).toMatch(/^Drill passed/);
  await run(['--to', 's3://pictures/nightly', '--keep', '1'], env);
  await expect(run(['drill', `s3://pictures/nightly/${name}`], env)).rejects.toThrow('There is no');
  s3.fault('PUT', 'denied');
  await expect(run(['--to', 's3://pictures/nightly'], env)).rejects.toThrow('403 AccessDenied');
  s3.fault('PUT', 'none');
  expect(await readdir(temporary)).toEqual([]);
});

/** All files below a folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
}

/** Several chunks of an encrypted file. */
const WRITTEN_BYTES = 200_000;

it('a killed backup leaves nothing unencrypted or complete-looking, and the next one removes the rest', async () => {
  const env = { ...settings({ BACKUP_KEY: KEY }), ...bucketEnv(), TMPDIR: temporary };
  // Encrypted files are written in chunks of 64 KiB.
  await api.database.pool.query(
    `update condos set description = repeat(md5(random()::text), 4000)`,
  );
  for (const place of [to, 's3://pictures/killed']) {
    // It waits for the last table, and has read all of the others.
    const unlock = await openTransaction(
      api.database,
      `set local idle_in_transaction_session_timeout = 0;
       lock table failed_sign_ins in access exclusive mode`,
    );
    const args = ['scripts/tool.mjs', 'transfer/backup-command.ts', '--to', place];
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { PATH, HOME, ...env },
      stdio: 'ignore',
    });
    await waitingCalls(api.database, 1);
    const where = place === to ? to : temporary;
    // What it has read may still be on its way to the disk.
    await vi.waitFor(
      async () => {
        const sizes = (await filesIn(where)).map(async (path) => (await stat(path)).size);
        expect(Math.max(...(await Promise.all(sizes)))).toBeGreaterThan(WRITTEN_BYTES);
      },
      { timeout: 60_000 },
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    await unlock();
    const remaining = await filesIn(where);
    expect(remaining).toHaveLength(1);
    for (const path of remaining) {
      expect(path).not.toMatch(/\.(tar|age|sealed)$/);
      assertNothingPlain(await readFile(path));
    }
  }
  await run(['--to', to], { BACKUP_KEY: KEY });
  expect(await readdir(to)).toEqual([expect.stringMatching(/\.tar\.age$/)]);
  expect(await readdir(temporary)).toEqual([]);
}, 300_000);

it('tables of others are named and left out, where data goes and where it comes from', async () => {
  const { pool } = api.database;
  await pool.query('create table my_report (id int); insert into my_report values (1)');
  try {
    await run(['--to', to]);
    expect(output[0]).toContain(', without my_report to ');
  } finally {
    await pool.query('drop table my_report');
  }
  const target = await forThisTest(createTestDatabase());
  await target.pool.query('create table spatial_ref_sys (srid int)');
  const env = settings({ DATABASE_URL: urlOf(target), DATA_DIR: join(to, 'd') });
  await runTransfer('import', [join(to, await nameIn(to))], env, () => undefined);
  await target.pool.query('drop table spatial_ref_sys');
});
