import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import type pg from 'pg';
import { openDatabase, type Db } from '~/api/db/connect.server';
import { findInstallationId, getInstallationId } from '~/api/db/installation.repo';
import { createFileMediaStore } from '~/api/media/file-media-store';
import type { MediaStore } from '~/api/media/media-store';
import { SettingsError } from '~/lib/settings.server';
import { openPlace } from './backup-place';
import { exportData } from './export-data';
import { importData } from './import-data';
import type { Manifest } from './manifest';
import { readExport } from './read-manifest';
import { seal, unseal } from './seal';
import { removeWhenEnded } from './remove-when-ended';
import { UsageError } from '../command';

const DAY_MS = 24 * 60 * 60_000;

interface BackupOptions {
  db: Db;
  pool: pg.Pool;
  media: MediaStore;
  to: string;
  /** How many are kept, the new one included. */
  keep: number;
  env: NodeJS.ProcessEnv;
}

/**
 * Exports, encrypts where BACKUP_KEY is set, stores, and reads back what is stored. Older backups of this installation are
 * removed after that alone, and what is there of one that failed is, too.
 */
export async function makeBackup(options: BackupOptions) {
  const { db, pool, media, to, keep, env } = options;
  const place = openPlace(to, env);
  const key = env.BACKUP_KEY;
  if (key && key.length < 16) throw new SettingsError('BACKUP_KEY must be at least 16 characters');
  const started = performance.now();
  const id = (await findInstallationId(db)) ?? (await getInstallationId(db).catch(() => 'unknown'));
  const prefix = `condo-admin-${id.slice(0, 8)}-`;
  const at = (time: number) => prefix + new Date(time).toISOString().replaceAll(/[-:.]/g, '');
  const name = `${at(Date.now())}.tar${key ? '.sealed' : ''}`;
  const manifest = await inTemporaryFolder(async (folder) => {
    const [plain, sealed] = [join(folder, 'plain'), join(folder, 'sealed')];
    const made = await exportData({ pool, media, path: plain });
    if (key) await seal(plain, sealed, key);
    await place.put(name, key ? sealed : plain);
    try {
      const stored = await place.fetch(name, join(folder, 'stored'));
      await readExport(await unseal(stored, join(folder, 'read'), key));
    } catch (error) {
      await place.remove(name);
      throw error;
    }
    return made;
  });
  const found = (await place.names(prefix)).toSorted();
  const whole = found.filter((one) => /\.tar(\.sealed)?$/.test(one) && one !== name);
  const left = found.filter((one) => one.endsWith('.part') && one < at(Date.now() - DAY_MS));
  const old = [...whole.slice(0, Math.max(0, whole.length - keep + 1)), ...left];
  for (const one of old) await place.remove(one);
  const seconds = (performance.now() - started) / 1000;
  // Not as a process of this release: the schema may be another one's, before an upgrade.
  const noted = pool.query(`
    set local application_name = 'backup';
    insert into job_runs values ('backup', now() - make_interval(secs => ${seconds}))
    on conflict (name) do update set started_at = excluded.started_at`);
  const problem = await noted.then(() => null, String);
  return { manifest, name, removed: old.length, problem };
}

/** Works in a folder that only this account can enter, and that is removed when the work or the process ends. */
async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'condo-admin-'));
  const forget = removeWhenEnded(folder);
  try {
    return await work(folder);
  } finally {
    forget();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Works on an export as a plain file of this machine: fetched from a bucket and decrypted where it has to be. */
export function withPlainExport<T>(
  path: string,
  env: NodeJS.ProcessEnv,
  work: (path: string, folder: string) => Promise<T>,
): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    const { dir, base } = posix.parse(path);
    const isRemote = path.startsWith('s3://');
    const file = isRemote ? await openPlace(dir, env).fetch(base, join(folder, 'stored')) : path;
    return work(await unseal(file, join(folder, 'plain'), env.BACKUP_KEY), folder);
  });
}

/** Restores an export into a database of its own, and exports that: what is not the same is named. @throws UsageError */
export async function drill(path: string, env: NodeJS.ProcessEnv): Promise<Manifest> {
  return withPlainExport(path, env, async (plain, folder) => {
    // PostgreSQL runs as another account where this one is root.
    await chmod(folder, 0o711);
    await mkdir(join(folder, 'media'), { mode: 0o700 });
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const database = await openDatabase({ dataDir: join(folder, 'data'), log });
    try {
      const options = { pool: database.pool, media: createFileMediaStore(join(folder, 'media')) };
      const expected = await importData({ ...options, path: plain });
      const restored = await exportData({ ...options, path: join(folder, 'again') });
      const wrong = differences(expected, restored);
      if (wrong.length > 0) throw new UsageError(`Drill failed: ${wrong.join(', ')} differ.`);
      return expected;
    } finally {
      await database.close();
    }
  });
}

/** An export of an older schema was brought to the newest: of its tables the counts alone can be compared. */
export function differences(expected: Manifest, restored: Manifest): string[] {
  const isSame = expected.migrations.length === restored.migrations.length;
  const describe = ({ tables, pictures }: Manifest) => [
    ...tables.map(({ name, rows, ...more }) => [
      name,
      JSON.stringify(isSame ? { rows, ...more } : rows),
    ]),
    ...pictures.map(({ name, ...more }) => [name, JSON.stringify(more)]),
  ];
  const found = new Map(describe(restored).map(([name, text]) => [name, text]));
  return describe(expected).flatMap(([name = '', text]) =>
    found.get(name) === text ? [] : [name],
  );
}
