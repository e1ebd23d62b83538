import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import type pg from 'pg';
import { openDatabase, type Db } from '~/platform/database/connect.server';
import { findInstallationId, getInstallationId } from '~/platform/database/installation.repo';
import { createFileMediaStore } from '~/platform/media/file-media-store';
import type { MediaStore } from '~/platform/media/media-store';
import { SettingsError } from '~/platform/settings.server';
import { streamOf } from '~/platform/streams';
import { openPlace, type Place } from './backup-place';
import { encrypt, keysOf, readBytes } from './encryption';
import { exportData } from './export-data';
import { openFileSink } from './file-sink';
import { importData } from './import-data';
import { inTemporaryFolder, removeLeftovers } from './leftovers';
import type { Manifest } from './manifest';
import { readExport } from './read-manifest';
import { UsageError } from '../command';

const DAY_MS = 24 * 60 * 60_000;

interface BackupOptions {
  db: Db;
  pool: pg.Pool;
  media: MediaStore;
  to: string;
  /** Number of backups to keep, including the new one. */
  keep: number;
  env: NodeJS.ProcessEnv;
}

/**
 * Exports (encrypted if BACKUP_KEY is set), stores, and reads the stored file back. Only then older backups
 * of this installation are removed. A failed backup leaves nothing behind.
 */
export async function makeBackup({ db, pool, media, to, keep, env }: BackupOptions) {
  const place = openPlace(to, env);
  const key = backupKey(env);
  const started = performance.now();
  const id = (await findInstallationId(db)) ?? (await getInstallationId(db).catch(() => 'unknown'));
  const prefix = `condo-admin-${id.slice(0, 8)}-`;
  const nameAt = (time: number) => prefix + new Date(time).toISOString().replaceAll(/[-:.]/g, '');
  const name = `${nameAt(Date.now())}.tar${key ? '.age' : ''}`;
  await removeLeftovers(tmpdir());
  const manifest = await store(place, name, key, (path) => exportData({ pool, media, path, key }));
  const names = (await place.names(prefix)).toSorted();
  const complete = names.filter((one) => /\.tar(\.age|\.sealed)?$/.test(one) && one !== name);
  const drafts = names.filter((one) => one.endsWith('.part') && one < nameAt(Date.now() - DAY_MS));
  const old = [...complete.slice(0, Math.max(0, complete.length - keep + 1)), ...drafts];
  for (const one of old) await place.remove(one);
  const seconds = (performance.now() - started) / 1000;
  // Not written as a process of this release: before an upgrade the schema may be another one.
  const recorded = pool.query(`
    set local application_name = 'backup';
    insert into job_runs values ('backup', now() - make_interval(secs => ${seconds}))
    on conflict (name) do update set started_at = excluded.started_at`);
  const problem = await recorded.then(() => null, String);
  return { manifest, name, removed: old.length, problem };
}

/** The key of new backups. @throws SettingsError for a guessable key */
function backupKey(env: NodeJS.ProcessEnv): string | undefined {
  const [key] = keysOf(givenKey(env));
  if (key && key.length < 16) throw new SettingsError('BACKUP_KEY must be at least 16 characters');
  return key;
}

/** BACKUP_KEY as given. A blank one counts as missing. */
function givenKey({ BACKUP_KEY: key }: NodeJS.ProcessEnv): string | undefined {
  return key?.trim() ? key : undefined;
}

/** Stores the export that `write` makes, and keeps it if it can be read back. */
async function store<T>(
  place: Place,
  name: string,
  key: string | undefined,
  write: (path: string) => Promise<T>,
): Promise<T> {
  const result = await place.put(name, write);
  try {
    await place.read(name, (path) => readExport(path, key));
    return result;
  } catch (error) {
    await place.remove(name);
    throw error;
  }
}

/** An export as named by an operator. */
export interface StoredExport {
  /** A path, or s3://bucket/name. */
  path: string;
  /** True to read an unencrypted file although BACKUP_KEY is set. Nothing then proves who made it. */
  plain: boolean;
  env: NodeJS.ProcessEnv;
}

/**
 * Works on an export, which is first fetched if it is in a bucket. If BACKUP_KEY is set the export must be
 * encrypted with it, unless `plain` is given.
 */
export async function withExport<T>(
  { path, plain, env }: StoredExport,
  work: (source: { path: string; key: string | undefined }) => Promise<T>,
): Promise<T> {
  const key = plain ? undefined : givenKey(env);
  if (key === undefined && !plain && /\.(age|sealed)$/.test(path))
    throw new UsageError(`${path} is encrypted by its name: set BACKUP_KEY.`);
  if (!path.startsWith('s3://')) return work({ path, key });
  const { dir, base } = posix.parse(path);
  return openPlace(dir, env).read(base, (copy) => work({ path: copy, key }));
}

/** Restores an export into a temporary database and reports every difference. @throws UsageError */
export function drill(stored: StoredExport): Promise<Manifest> {
  return withExport(stored, (source) =>
    inTemporaryFolder(async (folder) => {
      // If this account is root, PostgreSQL runs as another account and needs access.
      await chmod(folder, 0o711);
      await mkdir(join(folder, 'media'), { mode: 0o700 });
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      const database = await openDatabase({ dataDir: join(folder, 'data'), log });
      try {
        const options = { pool: database.pool, media: createFileMediaStore(join(folder, 'media')) };
        const expected = await importData({ ...options, ...source });
        const restored = await exportData({ ...options, path: null });
        const wrong = differences(expected, restored);
        if (wrong.length > 0) throw new UsageError(`Drill failed: ${wrong.join(', ')} differ.`);
        return expected;
      } finally {
        await database.close();
      }
    }),
  );
}

/** Encrypts an older backup as a new file. Resolves to its name. @throws UsageError */
export async function convert(stored: StoredExport): Promise<string> {
  const { dir, base } = posix.parse(stored.path);
  const key = backupKey(stored.env);
  if (!key) throw new SettingsError('Set BACKUP_KEY.');
  const name = `${base.replace(/\.sealed$/, '')}.age`;
  await withExport(stored, (source) =>
    store(openPlace(dir || '.', stored.env), name, key, async (path) => {
      const sink = await openFileSink(path);
      await (await encrypt(streamOf(readBytes(source.path, source.key)), key)).pipeTo(sink);
    }),
  );
  return dir === '' ? name : `${dir}/${name}`;
}

/**
 * Compares two manifests. An export of an older schema was migrated, so only the counts of its tables can
 * be compared.
 */
export function differences(expected: Manifest, restored: Manifest): string[] {
  const isSame = expected.migrations.length === restored.migrations.length;
  const describe = ({ tables, pictures }: Manifest) => [
    ...tables.map(({ name, rows, ...more }) => [
      name,
      JSON.stringify(isSame ? { rows, ...more } : rows),
    ]),
    ...pictures.map(({ name, ...more }) => [name, JSON.stringify(more)]),
  ];
  const actual = new Map(describe(restored).map(([name, text]) => [name, text]));
  return describe(expected).flatMap(([name = '', text]) =>
    actual.get(name) === text ? [] : [name],
  );
}
