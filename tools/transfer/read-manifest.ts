import { createHash } from 'node:crypto';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import { bundledMigrations } from '~/api/db/bundled-migrations.server';
import { describeVersion, MigrationError } from '~/api/db/schema-version.server';
import { isMediaName } from '~/api/media/media-store';
import { openArchive, readWhole, type ArchiveReader } from './archive';
import { imageFile, MANIFEST_NAME, manifestSchema, tableFile, type Manifest } from './manifest';
import { TABLES } from './tables';
import { TransferError } from './transfer-error';

/** An export whose names, of tables and images, can be trusted. */
export interface Export {
  manifest: Manifest;
  /** The schema of the rows: the first ones of this release's migrations. */
  migrations: MigrationMeta[];
}

/** @throws TransferError; MigrationError for the schema of a newer release, and for one that no release made */
export async function readManifest(archive: ArchiveReader, path: string): Promise<Export> {
  const text = new TextDecoder().decode(await readWhole(archive, MANIFEST_NAME));
  const result = manifestSchema.safeParse(parse(text));
  if (!result.success) throw unreadable(path);
  const manifest = result.data;
  const migrations = migrationsOf(manifest);
  const names = new Set(manifest.tables.map(({ name }) => name));
  const inOrder = TABLES.filter((name) => names.has(name));
  if (manifest.tables.map(({ name }) => name).join() !== inOrder.join()) throw unreadable(path);
  if (!manifest.pictures.every(({ name }) => isMediaName(name))) throw unreadable(path);
  return { manifest, migrations };
}

function unreadable(path: string): TransferError {
  return new TransferError(`${path} is not an export that this release can read.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function migrationsOf({ migrations, schema }: Manifest): MigrationMeta[] {
  const known = bundledMigrations();
  const common = known.slice(0, migrations.length);
  const theirs = schema ?? `schema version ${migrations.length}`;
  const own = `This release has ${describeVersion(known.length, known.at(-1)?.folderMillis ?? 0)}`;
  if (!common.every(({ hash }, index) => hash === migrations[index])) {
    throw new MigrationError(
      `The export has ${theirs}, which no release made. ${own}. Import it with the build that made it.`,
    );
  }
  if (common.length < migrations.length) {
    throw new MigrationError(
      `The export is of a newer release: it has ${theirs}. ${own}. Import it with the newer release.`,
    );
  }
  return common;
}

/** Reads all of an export. @throws as `readManifest` and `checkWhole` */
export async function verifyExport(path: string): Promise<void> {
  const archive = await openArchive(path);
  try {
    const { manifest } = await readManifest(archive, path);
    await checkWhole(archive, manifest, path);
  } finally {
    await archive.close();
  }
}

/** @throws TransferError when a file is missing, or is not what was exported */
export async function checkWhole(
  archive: ArchiveReader,
  { tables, pictures }: Manifest,
  path: string,
): Promise<void> {
  const files = [
    ...tables.map(({ name, sha256 }) => ({ name: tableFile(name), sha256 })),
    ...pictures.map(({ name, sha256 }) => ({ name: imageFile(name), sha256 })),
  ];
  for (const { name, sha256 } of files) {
    const hash = createHash('sha256');
    for await (const chunk of archive.read(name)) hash.update(chunk);
    if (hash.digest('hex') !== sha256) {
      throw new TransferError(`${path} is damaged: ${name} is not what was exported.`);
    }
  }
}
