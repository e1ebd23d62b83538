import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { bundledMigrations, applyMigrations } from '~/platform/database/migrate.server';
import {
  removeHistoryTriggers,
  updateHistoryTriggers,
} from '~/platform/database/history-triggers.server';
import {
  assertKnownSchema,
  readAppliedMigrations,
} from '~/platform/database/schema-version.server';
import { NO_SERVER_LIMITS, withoutTimeLimit } from '~/platform/database/time-limits.server';
import type { MediaStore } from '~/platform/media/media-store';
import { UsageError } from '../command';
import { readArchive, readWhole, type ArchivedFile } from './archive';
import { imageFile, tableFile, type Manifest } from './manifest';
import { readExport, type Export } from './read-manifest';
import { columnsOf, FILLED_BY_MIGRATIONS, findTables, LEFT_OUT } from './tables';

const ROWS_PER_INSERT = 1_000;
/**
 * Lock of imports. Two imports of one export store the same images, and a failed one would remove the
 * other's.
 */
const TRANSFER_LOCK = 1_953_653_091;

interface ImportOptions {
  pool: pg.Pool;
  media: MediaStore;
  path: string;
  /** Key with which the export must be encrypted. */
  key?: string | undefined;
  /** True if the connections lead to a transaction pooler, behind which no lock outlives a transaction. */
  transactionPooler?: boolean;
}

type Source = Pick<ImportOptions, 'path' | 'key'>;

/**
 * Fills an empty database from an export of this release or an older one, all or nothing: creates the tables
 * of the export's schema, fills them, and migrates them to the newest schema. The whole file is checked
 * before the first row.
 * @throws UsageError; MigrationError for a newer release's schema, and for one that no release made
 */
export function importData(options: ImportOptions): Promise<Manifest> {
  return withoutTimeLimit(() => importArchive(options));
}

async function importArchive(options: ImportOptions): Promise<Manifest> {
  const client = await options.pool.connect();
  try {
    if (options.transactionPooler) return await importAlone(options, client);
    const { rows } = await client.query('select 1 where pg_try_advisory_lock($1)', [TRANSFER_LOCK]);
    if (rows.length === 0) throw new UsageError('Another import into this database is running.');
    try {
      return await importAlone(options, client);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [TRANSFER_LOCK]).catch(() => undefined);
    }
  } finally {
    client.release();
  }
}

async function importAlone(
  { media, ...source }: ImportOptions,
  client: pg.ClientBase,
): Promise<Manifest> {
  const stored: string[] = [];
  try {
    const { manifest, migrations } = await readExport(source.path, source.key);
    await begin(client);
    await assertTarget(client, migrations);
    await client.query('commit');
    // Runs between two transactions, so that a slow store holds no locks.
    await storeImages(source, media, manifest, stored);
    await begin(client);
    await assertTarget(client, migrations);
    await fillTables(client, source, { manifest, migrations });
    // The images stay from now on, since a commit whose response is lost may have used them.
    stored.length = 0;
    await client.query('commit');
    return manifest;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    await Promise.allSettled(stored.map((name) => media.remove(name)));
    throw error;
  }
}

async function begin(client: pg.ClientBase): Promise<void> {
  await client.query('begin');
  await client.query(`${NO_SERVER_LIMITS}; set local timezone = 'UTC'`);
}

async function fillTables(
  client: pg.ClientBase,
  { path, key }: Source,
  { manifest: { tables }, migrations }: Export,
): Promise<void> {
  await applyMigrations(client, migrations);
  // The rows' history is imported too, so the triggers are removed. Until the transaction ends nobody else
  // can write to the tables.
  await removeHistoryTriggers(client);
  // A merged account may precede the person into whom it was merged.
  await client.query('set constraints all deferred');
  const exported = new Set(tables.map(({ name }) => name));
  const missing = (await findTables(client)).filter((name) => !exported.has(name));
  if (missing.length > 0) {
    throw new UsageError(`The export is incomplete: ${missing.join(', ')} missing.`);
  }
  const byFile = new Map(tables.map((table) => [tableFile(table.name), table]));
  for await (const file of readArchive(path, key)) {
    const table = byFile.get(file.name);
    if (table) await insertTable(client, file, table);
  }
  // PostgreSQL cannot alter a table with pending constraint checks.
  await client.query('set constraints all immediate');
  await applyMigrations(client, bundledMigrations());
  await updateHistoryTriggers(client);
}

async function insertTable(
  client: pg.ClientBase,
  { chunks }: ArchivedFile,
  { name, rows, sequence }: Manifest['tables'][number],
): Promise<void> {
  if (FILLED_BY_MIGRATIONS.includes(name)) await client.query(`delete from "${name}"`);
  const { columns } = await columnsOf(client, name);
  const insert =
    `insert into "${name}" (${columns}) overriding system value ` +
    `select ${columns} from json_populate_recordset(null::"${name}", $1::json)`;
  let count = 0;
  for await (const lines of batches(chunks)) {
    await client.query(insert, [`[${lines.join(',')}]`]);
    count += lines.length;
  }
  if (count !== rows) throw new UsageError(`${name}: ${count} rows instead of ${rows}.`);
  if (!sequence) return;
  await client.query("select setval(pg_get_serial_sequence($1, 'id'), $2::bigint, $3)", [
    name,
    sequence.last_value,
    sequence.is_called,
  ]);
}

async function* batches(chunks: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder();
  let rest = '';
  let lines: string[] = [];
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      if (lines.length < ROWS_PER_INSERT) continue;
      yield lines;
      lines = [];
    }
  }
  if (lines.length > 0) yield lines;
}

/**
 * Locks all tables until the transaction ends. An import needs a database without tables, or with empty
 * tables of the export's schema or an older one.
 * @throws UsageError for any other database; MigrationError for one that this release does not know
 */
async function assertTarget(
  client: pg.ClientBase,
  migrations: readonly MigrationMeta[],
): Promise<void> {
  const applied = await readAppliedMigrations(client);
  assertKnownSchema(applied, bundledMigrations());
  await assertEmpty(client);
  if (applied.length <= migrations.length) return;
  throw new UsageError(
    `The database has schema version ${applied.length}, and the export is of an older release (${migrations.length}). ` +
      'Import it into a new database, in which the panel has never been started: it gets the newest schema with the import.',
  );
}

async function assertEmpty(client: pg.ClientBase): Promise<void> {
  const tables = await findTables(client);
  const { rows: existing } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename = any ($1)`,
    [[...tables, ...LEFT_OUT]],
  );
  if (existing.length === 0) return;
  const list = existing.map(({ name }) => name).join(', ');
  await client.query(`lock table ${list} in access exclusive mode`);
  const filled: string[] = [];
  for (const name of tables) {
    if (FILLED_BY_MIGRATIONS.includes(name)) continue;
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from "${name}"`);
    if (rows[0] && rows[0].n !== '0') filled.push(`${rows[0].n} ${name}`);
  }
  if (filled.length === 0) return;
  throw new UsageError(
    `The database is not empty (${filled.join(', ')}). Import into a new one, before the panel is started on it.`,
  );
}

/**
 * Stores the archive's images under their names. Names that are new in the store are added to `stored`:
 * only these may be removed if the import fails. An existing image with the same bytes is used. No image is
 * ever overwritten, since the store may belong to another installation.
 * @throws UsageError for an image that exists with other bytes
 */
async function storeImages(
  { path, key }: Source,
  media: MediaStore,
  { pictures }: Manifest,
  stored: string[],
): Promise<void> {
  const names = new Map(pictures.map(({ name }) => [imageFile(name), name]));
  for await (const file of readArchive(path, key)) {
    const name = names.get(file.name);
    if (name === undefined) continue;
    const bytes = await readWhole(file);
    const existing = await media.get(name);
    if (existing === null) {
      // Added before the call, since the image may be stored even if the response is lost.
      stored.push(name);
      await media.put(name, bytes);
    } else if (!Buffer.from(existing).equals(bytes)) {
      throw new UsageError(
        `The store holds another image named ${name}. Nothing was overwritten; import into an empty store.`,
      );
    }
  }
}
