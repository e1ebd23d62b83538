import type pg from 'pg';
import { bundledMigrations } from '~/platform/database/migrate.server';
import { IMAGE_COLUMNS } from '~/platform/database/schema/history-tables';
import {
  assertKnownSchema,
  describeVersion,
  readAppliedMigrations,
} from '~/platform/database/schema-version.server';
import { NO_SERVER_LIMITS, withoutTimeLimit } from '~/platform/database/time-limits.server';
import type { MediaStore } from '~/platform/media/media-store';
import { createArchive, type ArchiveWriter } from './archive';
import { MANIFEST_NAME, imageFile, tableFile, type Manifest } from './manifest';
import { columnsOf, findOtherTables, findTables } from './tables';
import { UsageError } from '../command';

const ROWS_PER_FETCH = 1_000;

const REMEDIES = {
  newer: 'Export it with the newer release.',
  unknown: 'Export it with the build that made it.',
};

interface ExportOptions {
  pool: pg.Pool;
  media: MediaStore;
  /** Path of the export; null to make only the manifest. */
  path: string | null;
  /** Key for encryption. */
  key?: string | undefined;
  /** True to continue if the store has lost images that records refer to. */
  allowMissing?: boolean;
}

/**
 * Writes a consistent snapshot of every record and image, in the database's current schema. It changes
 * nothing and works while the panel is running. PostgreSQL writes and reads the rows' JSON, so that no
 * number or instant passes through JavaScript.
 * @throws UsageError; MigrationError for a schema that this release does not know
 */
export function exportData(options: ExportOptions): Promise<Manifest> {
  return withoutTimeLimit(() => exportSnapshot(options));
}

async function exportSnapshot(options: ExportOptions): Promise<Manifest> {
  const archive = await createArchive(options.path, options.key);
  try {
    const { images, ...records } = await writeRecords(options.pool, archive);
    const stored = await writeImages(images, archive, options);
    const manifest: Manifest = {
      format: 'condo-admin-export',
      version: 1,
      created_at: new Date().toISOString(),
      ...records,
      ...stored,
    };
    const text = Buffer.from(JSON.stringify(manifest, null, 2));
    await archive.add(MANIFEST_NAME, text.length, [text]);
    await archive.finish();
    return manifest;
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

/** Writes all records of one moment. `images` are the names that they or the history use. */
async function writeRecords(pool: pg.Pool, archive: ArchiveWriter) {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`${NO_SERVER_LIMITS}; set local timezone = 'UTC'`);
    const schema = await readSchema(client);
    const tables: Manifest['tables'] = [];
    const other_tables = await findOtherTables(client);
    for (const name of await findTables(client)) {
      const { columns, first } = await columnsOf(client, name);
      const { rows, bytes } = await measureTable(client, name, columns);
      const lines = readTable(client, name, columns, first);
      const sha256 = await archive.add(tableFile(name), bytes, lines);
      tables.push({ name, rows, sha256, sequence: await readSequence(client, name) });
    }
    const images = await imageNames(client, tables);
    await client.query('commit');
    return { ...schema, tables, other_tables, images };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function readSchema(client: pg.ClientBase): Promise<Pick<Manifest, 'schema' | 'migrations'>> {
  const applied = await readAppliedMigrations(client);
  const newest = applied.at(-1);
  if (!newest) throw new UsageError('The database holds no data of the panel.');
  assertKnownSchema(applied, bundledMigrations(), REMEDIES);
  return {
    schema: describeVersion(applied.length, newest.writtenAt),
    migrations: applied.map(({ hash }) => hash),
  };
}

/** Runs after the transaction, so that a slow store keeps no snapshot open. */
async function writeImages(
  names: readonly string[],
  archive: ArchiveWriter,
  { media, allowMissing = false }: Pick<ExportOptions, 'media' | 'allowMissing'>,
): Promise<Pick<Manifest, 'pictures' | 'missing_pictures'>> {
  const pictures: Manifest['pictures'] = [];
  const missing: string[] = [];
  for (const name of names) {
    const content = await media.get(name);
    if (content) {
      const bytes = content.length;
      pictures.push({ name, bytes, sha256: await archive.add(imageFile(name), bytes, [content]) });
    } else missing.push(name);
  }
  if (missing.length > 0 && !allowMissing) {
    throw new UsageError(
      `${missing.length} images that buildings or their history refer to are not stored, such as ` +
        `${missing[0]}. Export again while nobody changes images, or add ` +
        '--allow-missing to export without them.',
    );
  }
  return { pictures, missing_pictures: missing };
}

/** Measures the lines of `readTable`, since a tar file has a size before each content. */
async function measureTable(client: pg.ClientBase, table: string, columns: string) {
  const { rows } = await client.query<{ rows: string; bytes: string }>(
    `select count(*) as rows, coalesce(sum(octet_length(row_to_json(t)::text) + 1), 0) as bytes
       from (select ${columns} from "${table}") t`,
  );
  return { rows: Number(rows[0]?.rows), bytes: Number(rows[0]?.bytes) };
}

async function* readTable(client: pg.ClientBase, table: string, columns: string, first: string) {
  await client.query(
    `declare export_rows no scroll cursor for
       select json from (
         select row_to_json(t)::text as json, ${first} as first from (select ${columns} from "${table}") t
       ) lines order by first, json collate "C"`,
  );
  for (;;) {
    const { rows } = await client.query<{ json: string }>(`fetch ${ROWS_PER_FETCH} export_rows`);
    if (rows.length === 0) break;
    yield Buffer.from(rows.map(({ json }) => `${json}\n`).join(''));
  }
  await client.query('close export_rows');
}

async function readSequence(client: pg.ClientBase, table: string) {
  const { rows } = await client.query<{ name: string | null }>(
    `select pg_get_serial_sequence($1, column_name) as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_identity = 'YES'`,
    [table],
  );
  const name = rows[0]?.name;
  if (name == null) return null;
  const state = await client.query<{ last_value: string; is_called: boolean }>(
    `select last_value::text, is_called from ${name}`,
  );
  return state.rows[0] ?? null;
}

async function imageNames(client: pg.ClientBase, tables: Manifest['tables']): Promise<string[]> {
  const parts = IMAGE_COLUMNS.map((column) => `select ${column} as name from condos`);
  const earlier = IMAGE_COLUMNS.map(
    (column) => `select old_values->>'${column}' from history_changes where record_kind = 'condo'`,
  );
  if (tables.some(({ name }) => name === 'history_changes')) parts.push(...earlier);
  const { rows } = await client.query<{ name: string }>(
    `select distinct name collate "C" as name from (${parts.join(' union all ')}) t where name is not null order by 1`,
  );
  return rows.map(({ name }) => name);
}
