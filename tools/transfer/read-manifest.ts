import { createHash } from 'node:crypto';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import { bundledMigrations } from '~/platform/database/migrate.server';
import { describeVersion, MigrationError } from '~/platform/database/schema-version.server';
import { isMediaName } from '~/platform/media/media-store';
import { readArchive, readWhole } from './archive';
import { imageFile, MANIFEST_NAME, manifestSchema, tableFile, type Manifest } from './manifest';
import { TABLES } from './tables';
import { UsageError } from '../command';
import { parseJson } from '~/fields/reading';

/** An export with checked names of tables and images. */
export interface Export {
  manifest: Manifest;
  /** The migrations of the rows' schema: the first ones of this release. */
  migrations: MigrationMeta[];
}

/**
 * Reads a whole export and checks each file against its recorded hash. If a key is given, the export must
 * be encrypted with it.
 * @throws UsageError; MigrationError for a newer release's schema, and for one that no release made
 */
export async function readExport(path: string, key?: string): Promise<Export> {
  const hashes = new Map<string, string>();
  let text = '';
  for await (const file of readArchive(path, key)) {
    if (hashes.has(file.name)) throw damaged(path, `${file.name} is in it twice`);
    const hash = createHash('sha256');
    if (file.name === MANIFEST_NAME) text = (await readWhole(file)).toString();
    else for await (const chunk of file.chunks) hash.update(chunk);
    hashes.set(file.name, hash.digest('hex'));
  }
  if (text === '') throw missing(path, MANIFEST_NAME);
  const exported = readManifest(text, path);
  const { tables, pictures } = exported.manifest;
  const tableFiles = tables.map(({ name, sha256 }) => [tableFile(name), sha256] as const);
  const images = pictures.map(({ name, sha256 }) => [imageFile(name), sha256] as const);
  for (const [name, sha256] of [...tableFiles, ...images]) {
    const hash = hashes.get(name);
    if (hash === undefined) throw missing(path, name);
    if (hash !== sha256) throw damaged(path, `${name} is not what was exported`);
  }
  const names = new Set(tableFiles.map(([name]) => name));
  if ([...hashes.keys()].filter((name) => names.has(name)).join() !== [...names].join()) {
    throw new UsageError(`The files of ${path} are in another order: it was packed again.`);
  }
  return exported;
}

function missing(path: string, name: string): UsageError {
  return new UsageError(`${path} is incomplete: ${name} is missing.`);
}

function damaged(path: string, reason: string): UsageError {
  return new UsageError(`${path} is damaged: ${reason}.`);
}

function readManifest(text: string, path: string): Export {
  const result = manifestSchema.safeParse(parseJson(text));
  if (!result.success) throw unreadable(path);
  const manifest = result.data;
  const migrations = migrationsOf(manifest);
  const tables = manifest.tables.map(({ name }) => name);
  const images = manifest.pictures.map(({ name }) => name);
  if (new Set([...tables, ...images]).size < tables.length + images.length)
    throw damaged(path, 'its manifest names a table or image twice');
  const inOrder = TABLES.filter((name) => tables.includes(name));
  if (tables.join() !== inOrder.join() || !images.every(isMediaName)) throw unreadable(path);
  return { manifest, migrations };
}

function unreadable(path: string): UsageError {
  return new UsageError(`${path} is not an export that this release can read.`);
}

function migrationsOf({ migrations, schema }: Manifest): MigrationMeta[] {
  const known = bundledMigrations();
  const common = known.slice(0, migrations.length);
  const exportedSchema = schema ?? `schema version ${migrations.length}`;
  const supported = `This release has ${describeVersion(known.length, known.at(-1)?.folderMillis ?? 0)}`;
  if (!common.every(({ hash }, index) => hash === migrations[index])) {
    throw new MigrationError(
      `The export has ${exportedSchema}, which no release made. ${supported}. Import it with the build that made it.`,
    );
  }
  if (common.length < migrations.length) {
    throw new MigrationError(
      `The export is of a newer release: it has ${exportedSchema}. ${supported}. Import it with the newer release.`,
    );
  }
  return common;
}
