import { createHash } from 'node:crypto';
import type pg from 'pg';
import { NO_SERVER_LIMITS, withoutTimeLimit } from '~/api/db/time-limits.server';
import { isMediaName, type MediaStore } from '~/api/media/media-store';
import { openArchive, readWhole, type ArchiveReader } from './archive';
import { MANIFEST_NAME, manifestSchema, imageFile, tableFile, type Manifest } from './manifest';
import { assertTablesAreKnown, columnsOf, LEFT_OUT, schemaVersion, TABLES } from './tables';
import { storeImages } from './store-images';
import { TransferError } from './transfer-error';

const ROWS_PER_INSERT = 1_000;

interface ImportOptions {
  pool: pg.Pool;
  media: MediaStore;
  path: string;
}

/**
 * Fills an empty database of the same release from an export, all or nothing. The whole file is checked before the first
 * row is written.
 * @throws TransferError
 */
export function importData(options: ImportOptions): Promise<Manifest> {
  return withoutTimeLimit(() => importArchive(options));
}

async function importArchive({ pool, media, path }: ImportOptions): Promise<Manifest> {
  const archive = await openArchive(path);
  const stored: string[] = [];
  const client = await pool.connect();
  try {
    const manifest = await readManifest(archive, path);
    await checkWhole(archive, manifest, path);
    await begin(client);
    await assertTarget(client, manifest);
    await client.query('commit');
    // Between two transactions: a slow store holds no locks.
    await storeImages(archive, media, manifest, stored);
    await begin(client);
    await assertTarget(client, manifest);
    for (const table of manifest.tables) await insertTable(client, archive, table);
    // The images stay from here on: a commit whose response is lost may have used them.
    stored.length = 0;
    await client.query('commit');
    return manifest;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    await Promise.allSettled(stored.map((name) => media.remove(name)));
    throw error;
  } finally {
    client.release();
    await archive.close();
  }
}

async function begin(client: pg.ClientBase): Promise<void> {
  await client.query('begin');
  await client.query(`${NO_SERVER_LIMITS}; set local timezone = 'UTC'`);
}

/** Locks all tables until the transaction ends. @throws TransferError for a database that cannot take this export */
async function assertTarget(client: pg.ClientBase, manifest: Manifest): Promise<void> {
  await assertTablesAreKnown(client);
  await assertSameSchema(client, manifest);
  await assertEmpty(client);
}

async function readManifest(archive: ArchiveReader, path: string): Promise<Manifest> {
  const text = new TextDecoder().decode(await readWhole(archive, MANIFEST_NAME));
  const result = manifestSchema.safeParse(parse(text));
  if (!result.success)
    throw new TransferError(`${path} is not an export that this release can read.`);
  const { tables, pictures } = result.data;
  const names = tables.map(({ name }) => name);
  if (names.join() !== TABLES.join() || !pictures.every(({ name }) => isMediaName(name))) {
    throw new TransferError(`${path} is not an export that this release can read.`);
  }
  return result.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function checkWhole(
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

async function assertSameSchema(client: pg.ClientBase, { migrations }: Manifest): Promise<void> {
  const here = await schemaVersion(client);
  if (here.join() === migrations.join()) return;
  throw new TransferError(
    `The export was made by another release (${migrations.length} migrations, here ${here.length}). ` +
      'Import it with the release that made it; the newer one brings the database up to date when it starts.',
  );
}

/** Locks all tables until the import has ended, and rejects a database that is not empty. */
async function assertEmpty(client: pg.ClientBase): Promise<void> {
  const tables = [...TABLES, ...LEFT_OUT];
  const list = tables.map((name) => `"${name}"`).join(', ');
  await client.query(`lock table ${list} in access exclusive mode`);
  const filled: string[] = [];
  for (const name of TABLES) {
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from "${name}"`);
    if (rows[0] && rows[0].n !== '0') filled.push(`${rows[0].n} ${name}`);
  }
  if (filled.length === 0) return;
  throw new TransferError(
    `The database is not empty (${filled.join(', ')}). Import into a new one, before the panel is started on it.`,
  );
}

async function insertTable(
  client: pg.ClientBase,
  archive: ArchiveReader,
  { name, rows, sequence }: Manifest['tables'][number],
): Promise<void> {
  const columns = await columnsOf(client, name);
  const insert =
    `insert into "${name}" (${columns}) overriding system value ` +
    `select ${columns} from json_populate_recordset(null::"${name}", $1::json)`;
  let count = 0;
  for await (const lines of batches(archive.read(tableFile(name)))) {
    await client.query(insert, [`[${lines.join(',')}]`]);
    count += lines.length;
  }
  if (count !== rows) throw new TransferError(`${name}: ${count} rows instead of ${rows}.`);
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
