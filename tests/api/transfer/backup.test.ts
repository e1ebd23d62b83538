import { eq } from 'drizzle-orm';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { seedBulk } from '../../../tools/seed/bulk';
import { differences } from '../../../tools/transfer/backup';
import { runTransfer } from '../../../tools/transfer/cli';
import type { Manifest } from '../../../tools/transfer/manifest';
import { condos } from '~/api/db/schema';
import { createFileMediaStore } from '~/api/media/file-media-store';
import { getInstallationId } from '~/api/db/installation.repo';
import { readOperations } from '~/api/jobs/operations.repo';
import { apiPerFile } from '../../support/api';
import { createTestDatabase, createUnmigratedDatabase, urlOf } from '../../support/database';
import { must } from '../../support/must';
import { startS3 } from '../../support/s3';
import { forThisTest, perFile, temporaryFolder } from '../../support/opened';

const KEY = 'a passphrase of the backup';
const IMAGE = `${'0123456789abcdef'.repeat(2)}.webp`;

const api = apiPerFile();
const s3 = perFile(startS3);
const dataDir = temporaryFolder();
let to: string;
let temporary: string;
let said: string[] = [];

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
  said = [];
  to = await mkdtemp(join(dataDir, 'to-'));
});
afterAll(() => void vi.unstubAllEnvs());

const settings = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  DATA_DIR: dataDir,
  DATABASE_URL: urlOf(api.database),
  ...more,
});
const run = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  runTransfer('backup', args, settings(env), (text) => void said.push(text));
const nameIn = async (folder: string) => must((await readdir(folder))[0], 'a backup');

it('a backup is read back, its age is known, and a drill restores it', async () => {
  await run(['--to', to]);
  const name = await nameIn(to);
  expect(name).toMatch(/^condo-admin-\w+-\d{8}T\d{9}Z\.tar$/);
  expect((await stat(join(to, name))).mode & 0o777).toBe(0o600);
  expect(said).toEqual([
    expect.stringMatching(
      /^Backed up 41 users.* 1 images to .*, and read it back\. Removed 0 older\.$/,
    ),
  ]);
  const { backup_age_seconds } = await readOperations(api.db);
  expect(backup_age_seconds).toEqual(expect.any(Number));
  await run(['drill', join(to, name)]);
  expect(said[1]).toMatch(/^Drill passed: 41 users, .* 1 images were restored/);
  expect(await readdir(temporary)).toEqual([]);
});

it('with BACKUP_KEY nothing can be read without it; drill and import can with it', async () => {
  await run(['--to', to], { BACKUP_KEY: KEY });
  const path = join(to, await nameIn(to));
  const bytes = await readFile(path);
  expect(bytes.toString('latin1', 0, 21)).toBe('condo-admin-sealed-1\n');
  for (const text of ['manifest.json', 'password_hash', 'ustar', 'Other'])
    expect(bytes.includes(text)).toBe(false);
  await expect(run(['drill', path])).rejects.toThrow('It is encrypted: set BACKUP_KEY.');
  const wrong = 'It is damaged, or BACKUP_KEY is another.';
  await expect(run(['drill', path], { BACKUP_KEY: 'another passphrase' })).rejects.toThrow(wrong);
  for (const at of [25, bytes.length >> 1, bytes.length - 1]) {
    const damaged = Buffer.from(bytes);
    damaged[at] = must(damaged[at], 'byte') ^ 1;
    await writeFile(join(to, 'damaged'), damaged);
    await expect(run(['drill', join(to, 'damaged')], { BACKUP_KEY: KEY })).rejects.toThrow(wrong);
  }
  await writeFile(join(to, 'cut'), bytes.subarray(0, 60));
  await expect(run(['drill', join(to, 'cut')], { BACKUP_KEY: KEY })).rejects.toThrow(
    'cannot be read',
  );
  const target = await forThisTest(createUnmigratedDatabase());
  const env = settings({ BACKUP_KEY: KEY, DATABASE_URL: urlOf(target), DATA_DIR: join(to, 'd') });
  await runTransfer('import', [path], env, (text) => void said.push(text));
  expect(await target.db.$count(condos, eq(condos.city, 'Other'))).toBe(3);
  expect(await readdir(temporary)).toEqual([]);
});

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
  const left = await readdir(to);
  expect(left).toHaveLength(4);
  expect(left).toEqual(expect.arrayContaining([mine(3), ...others]));
  await expect(run(['--to', to, '--keep', '0'])).rejects.toThrow('Usage: backup');
});

it('one that is not what was written is no backup, and no older one goes for it', async () => {
  const env = bucketEnv();
  await run(['--to', 's3://pictures/backups'], env);
  s3.fault('GET', 'lost answer', '.tar');
  await expect(run(['--to', 's3://pictures/backups', '--keep', '1'], env)).rejects.toThrow(
    'fetch failed',
  );
  s3.fault('GET', 'none', '.tar');
  await run(['--to', 's3://pictures/backups', '--keep', '9'], env);
  expect(said.at(-1)).toContain('Removed 0 older.');
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

it('keeps them in a bucket too, with credentials of its own, from where a drill takes them', async () => {
  const env = { ...bucketEnv(), BACKUP_KEY: KEY };
  await run(['--to', 's3://pictures/nightly'], env);
  const name = must(/(condo-admin-\S+) in s3/.exec(said[0] ?? '')?.[1], 'name');
  await run(['drill', `s3://pictures/nightly/${name}`], env);
  expect(said[1]).toMatch(/^Drill passed/);
  await run(['--to', 's3://pictures/nightly', '--keep', '1'], env);
  await expect(run(['drill', `s3://pictures/nightly/${name}`], env)).rejects.toThrow('There is no');
  s3.fault('PUT', 'denied');
  await expect(run(['--to', 's3://pictures/nightly'], env)).rejects.toThrow('403 AccessDenied');
  s3.fault('PUT', 'none');
  expect(await readdir(temporary)).toEqual([]);
});

it('tables of others are named and left out, where data goes and where it comes from', async () => {
  const { pool } = api.database;
  await pool.query('create table my_report (id int); insert into my_report values (1)');
  try {
    await run(['--to', to]);
    expect(said[0]).toContain(', without my_report to ');
  } finally {
    await pool.query('drop table my_report');
  }
  const target = await forThisTest(createTestDatabase());
  await target.pool.query('create table spatial_ref_sys (srid int)');
  const env = settings({ DATABASE_URL: urlOf(target), DATA_DIR: join(to, 'd') });
  await runTransfer('import', [join(to, await nameIn(to))], env, () => undefined);
  await target.pool.query('drop table spatial_ref_sys');
});
