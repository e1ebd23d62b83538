import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { importData } from '../../../tools/transfer/import-data';
import { seedBulk } from '../../../tools/seed/bulk';
import { exportData } from '../../../tools/transfer/export-data';
import { FILLED_BY_MIGRATIONS, LEFT_OUT, TABLES } from '../../../tools/transfer/tables';
import { condos } from '~/platform/database/schema/records';
import { createFileMediaStore } from '~/platform/media/file-media-store';
import { apiPerFile, logIn } from '../../support/api';
import { openTransaction, waitingCalls } from '../../support/connections';
import { enrolApp } from '../../support/factors';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { aCondo } from '../../support/builders';
import { imageCalls } from '../../support/image-calls';
import { makeImage } from '../../support/images';
import { must } from '../../support/must';
import { forThisTest, temporaryFolder } from '../../support/opened';

const api = apiPerFile();
const folder = temporaryFolder();
const file = join(folder, 'export.tar');

beforeAll(async () => {
  await seedBulk(api.db, { condos: 5, apartments: 2500, users: 1500 });
  for (const color of ['red', 'blue']) {
    const files = {
      image: await makeImage({ width: 30 + color.length }),
      flag: await makeImage({ width: 31 + color.length }),
      country_flag: await makeImage({ width: 32 + color.length }),
    };
    await imageCalls(api).create(files, aCondo({ name: color, zip_code: '007' }));
  }
  const { pool } = api.database;
  await pool.query(
    `update condos set description = $1, date_built = '0044-03-15', created_at = '2019-12-31T23:59:59.123456Z'
      where id = 1`,
    [
      '"Quotes", back\\slash, line\nbreak\ttab, emoji \u{1F3E2}, \u2028 and { "json": [1] } ; drop table --',
    ],
  );
  // The account comes long before the person whom it went into.
  await pool.query('update users set is_active = false, merged_into = 1400 where id = 10');
  await pool.query('update apartments set sqmt = 99999999999.99, bedrooms = 2.5 where id = 1');
  const invite = { email: 'new@example.com', role: 'building_manager', condo_id: 1 };
  await api.call('POST', '/admin/invite-user', invite);
  await pool.query('update invitations set reminders = 2');
  await pool.query(
    `insert into invitation_links (token_hash, invitation_id, expires_at) values ('a hash', 1, now()), ('gone', null, now())`,
  );
  await api.call('POST', '/admin/administrators/invitations', { email: 'chief@example.com' });
  await pool.query(
    `insert into administrator_links (token_hash, invitation_id, expires_at) values ('a link', 1, now())`,
  );
  await pool.query(
    `insert into set_aside_findings (kind, record_id, state, reason) values ('missing_image', 1, 'No image', 'Later')`,
  );
  await pool.query(
    `insert into bulk_imports (type, idempotency_key, rows_hash, created_by, created_count, record_ids)
     values ('condo', 'key', 'hash', $1, 3, '{1,2,3}')`,
    [api.adminId],
  );
  await enrolApp(api, api.token, new Date());
  await pool.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, rp_id, name)
     values ($1, 'an-id', 'a-key', 4294967295, '{internal,"a, b"}', 'panel.test', 'Laptop')`,
    [api.adminId],
  );
  await pool.query(
    `insert into identities (user_id, issuer, subject) values ($1, 'https://login.test', 'a subject')`,
    [api.adminId],
  );
  await pool.query(`insert into erased_identities values ('a-hash')`);
  await pool.query(
    `insert into saved_views (user_id, name, path, search, is_starred, is_shared)
     values ($1, 'Zug', '/condos', 'state=ZG', true, true)`,
    [api.adminId],
  );
  await pool.query(
    `insert into proposals (kind, reason, created_by, expires_at, decision, import_id)
     values ('condo', 'Why', $1, now(), 'applied', 1)`,
    [api.adminId],
  );
  await pool.query(`insert into proposal_rows values (1, 0, null, null, '{"name": "Zug"}')`);
  await pool.query(
    `insert into passkey_challenges values ('a-challenge', $1, 'sign_in', now() + interval '5 minutes')`,
    [api.adminId],
  );
  await logIn(api, { username: 'user1@example.com', password: 'not the right one' });
  // The newest ids are gone; they must not be given again.
  await pool.query('delete from apartments where id > 2490');
  await pool.query(
    "insert into rate_limits (key, points, expires_at) values ('login:x', 3, now())",
  );
});

const createTarget = () => forThisTest(createTestDatabase());

const mediaOf = (path: string) => createFileMediaStore(path);
const source = () => ({ pool: api.database.pool, media: mediaOf(api.mediaFolder) });

/** Every row of a table as PostgreSQL writes it, generated columns and all. */
async function rowsOf({ pool }: Pick<TestDatabase, 'pool'>, table: string): Promise<unknown[]> {
  const { rows } = await pool.query<{ row: string }>(
    `select t::text as row from "${table}" t order by 1`,
  );
  return rows.map(({ row }) => row);
}

/**
 * Tables that are not exported, or that are derived from exported ones. Every other table has to
 * arrive, whatever the product's own list contains.
 */
const NOT_MOVED = new Set([
  'sessions',
  'api_tokens',
  'password_links',
  'passkey_challenges',
  'provider_sign_ins',
  'rate_limits',
  'bulk_runs',
  'user_blocks',
  'orphaned_images',
  'installation',
  'job_runs',
  'table_changes',
]);

async function movedTables(): Promise<string[]> {
  const { rows } = await api.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name).filter((name) => !NOT_MOVED.has(name));
}

/** Returns the next ids of the tables that are moved. Others, such as sessions, begin again. */
async function nextIds({ pool }: Pick<TestDatabase, 'pool'>): Promise<unknown> {
  const { rows } = await pool.query<{ sequence: string; last: string | null }>(
    `select sequencename as sequence, last_value as last from pg_sequences
      where schemaname = 'public' and not sequencename = any($1) order by 1`,
    [LEFT_OUT.map((table) => `${table}_id_seq`)],
  );
  return rows;
}

it('brings every row, sequence and image over, and no session', async () => {
  await exportData({ ...source(), path: file });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const target = await createTarget();
  const mediaFolder = join(folder, 'media');
  await importData({ pool: target.pool, media: mediaOf(mediaFolder), path: file });
  for (const table of await movedTables()) {
    const rows = await rowsOf(api.database, table);
    expect({ table, rows }).not.toEqual({ table, rows: [] });
    expect({ table, rows: await rowsOf(target, table) }).toEqual({ table, rows });
  }
  const counted = sql`select sum(users) as n from user_blocks`;
  expect((await target.db.execute(counted)).rows).toEqual((await api.db.execute(counted)).rows);
  expect(await nextIds(target)).toEqual(await nextIds(api.database));
  expect(await rowsOf(target, 'sessions')).toEqual([]);
  expect(await rowsOf(target, 'rate_limits')).toEqual([]);

  const names = await readdir(api.mediaFolder);
  expect(names).toHaveLength(6);
  expect((await readdir(mediaFolder)).toSorted()).toEqual(names.toSorted());
  for (const name of names) {
    expect(await readFile(join(mediaFolder, name))).toEqual(
      await readFile(join(api.mediaFolder, name)),
    );
  }
});

it('an id that was never given is the first one there too', async () => {
  const [empty, target] = [await createTarget(), await createTarget()];
  const path = join(folder, 'empty.tar');
  const media = mediaOf(join(folder, 'no-media'));
  await exportData({ pool: empty.pool, media, path });
  await importData({ pool: target.pool, media, path });
  expect(await nextIds(target)).toEqual(await nextIds(empty));
});

it('is a tar archive whose last file is the manifest', async () => {
  const names = execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n');
  expect(names[0]).toBe('tables/users.ndjson');
  expect(names.at(-1)).toBe('manifest.json');
  expect(names).toHaveLength(TABLES.length + 6 + 1);
});

it('exports one moment, whatever is written in the meantime', async () => {
  const before = (await rowsOf(api.database, 'condos')).length;
  const commit = await openTransaction(
    api.database,
    `lock table condos in access exclusive mode;
     insert into condos (name, address, city, state, zip_code, country) values ('Late', 'a', 'b', 'c', 'd', 'e')`,
  );
  const exporting = exportData({ ...source(), path: join(folder, 'moment.tar') });
  await waitingCalls(api.database, 1);
  await commit();
  const { tables } = await exporting;
  expect(tables.find(({ name }) => name === 'condos')?.rows).toBe(before);
  await api.db.delete(condos).where(eq(condos.name, 'Late'));
});

it('rejects a database that is not empty, and changes nothing', async () => {
  const target = await createTarget();
  await target.pool.query("insert into users (email) values ('someone@example.com')");
  const media = join(folder, 'not-empty');
  await expect(
    importData({ pool: target.pool, media: mediaOf(media), path: file }),
  ).rejects.toThrow(
    'The database is not empty (1 users, 1 history_entries, 1 history_changes). Import into a new one',
  );
  expect(await rowsOf(target, 'condos')).toEqual([]);
  expect(await readdir(media).catch(() => [])).toEqual([]);
});

it('rejects a damaged or truncated file, and one that is not an export, before it writes a row', async () => {
  const target = await createTarget();
  const bytes = await readFile(file);
  const broken = join(folder, 'broken.tar');
  const attempt = async (content: Uint8Array) => {
    await writeFile(broken, content);
    return importData({ pool: target.pool, media: mediaOf(join(folder, 'x')), path: broken });
  };
  const flipped = Buffer.from(bytes);
  const at = flipped.indexOf('"city":');
  flipped[at + 8] = must(flipped[at + 8], 'byte') ^ 1;
  await expect(attempt(flipped)).rejects.toThrow(
    `${broken} is damaged: tables/condos.ndjson is not what was exported.`,
  );
  await expect(attempt(bytes.subarray(0, bytes.length >> 1))).rejects.toThrow('is truncated');
  await expect(attempt(Buffer.from('not an export'.repeat(100)))).rejects.toThrow(
    'is not an export',
  );
  const other = Buffer.from(
    bytes
      .toString('latin1')
      .replace(/"migrations": \[\s*"[0-9a-f]/, (text) => `${text.slice(0, -1)}g`),
    'latin1',
  );
  await expect(attempt(other)).rejects.toThrow('which no release made');
  for (const table of TABLES) {
    const filled = FILLED_BY_MIGRATIONS.includes(table) ? 1 : 0;
    expect({ table, rows: (await rowsOf(target, table)).length }).toEqual({ table, rows: filled });
  }
});

it('does not overwrite a file, nor lose an image unless told to', async () => {
  await expect(exportData({ ...source(), path: file })).rejects.toThrow('already exists');
  const lost = { ...source().media, get: () => Promise.resolve(null) };
  const path = join(folder, 'lost.tar');
  await expect(exportData({ ...source(), media: lost, path })).rejects.toThrow(
    '6 images that buildings or their history refer to are not stored',
  );
  expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/\.part$/));
  const manifest = await exportData({ ...source(), media: lost, path, allowMissing: true });
  expect(manifest.missing_pictures).toHaveLength(6);
});
