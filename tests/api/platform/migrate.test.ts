import { readdirSync } from 'node:fs';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { bundledMigrations, migrateDatabase } from '~/platform/database/migrate.server';
import { MigrationError } from '~/platform/database/schema-version.server';
import { createUnmigratedDatabase } from '../../support/database';
import { forThisTest } from '../../support/opened';

/** A pool on a new database with nothing in it. */
const emptyDatabase = async () => (await forThisTest(createUnmigratedDatabase())).pool;

const tables = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  return rows.map(({ name }) => name);
};

test('of the snapshots the last one is kept alone, from which drizzle-kit makes the next migration', () => {
  const last = String(bundledMigrations().length - 1).padStart(4, '0');
  const names = readdirSync('app/platform/database/migrations/meta').filter((name) =>
    /snapshot/.test(name),
  );
  expect(names).toEqual([`${last}_snapshot.json`]);
});

test('the bundle has the very migrations that drizzle reads from the folder', () => {
  const bundled = bundledMigrations();
  expect(bundled.length).toBeGreaterThan(0);
  const read = readMigrationFiles({ migrationsFolder: 'app/platform/database/migrations' });
  expect(bundled).toMatchObject(read);
  expect(bundled).toHaveLength(read.length);
});

test('processes that migrate at once take turns, and later ones find nothing to do', async () => {
  // Each takes a connection of its own, as each process does.
  const pool = await emptyDatabase();
  const applied = await Promise.all([1, 2, 3].map(() => migrateDatabase(pool)));
  expect(applied.toSorted((a, b) => a - b)).toEqual([0, 0, bundledMigrations().length]);
  expect(await tables(pool)).toContain('condos');
  expect(await migrateDatabase(pool)).toBe(0);
});

test('a migration that fails leaves no trace, and the connection is fit for use', async () => {
  const pool = await emptyDatabase();
  const broken = [
    { sql: ['create table half (id int)', 'no sql'], folderMillis: 1, hash: 'x', bps: true },
  ];
  await expect(migrateDatabase(pool, broken)).rejects.toThrow('syntax error');
  expect(await tables(pool)).toEqual([]);
  expect(await migrateDatabase(pool)).toBe(bundledMigrations().length);
});

test('only what is newer than the newest applied migration runs', async () => {
  const pool = await emptyDatabase();
  const first = { sql: ['create table a (id int)'], folderMillis: 1, hash: 'a', bps: true };
  const second = { sql: ['create table b (id int)'], folderMillis: 2, hash: 'b', bps: true };
  expect(await migrateDatabase(pool, [first])).toBe(1);
  expect(await migrateDatabase(pool, [first, second])).toBe(1);
  const { rows } = await pool.query('select hash from drizzle.__drizzle_migrations order by id');
  expect(rows).toEqual([{ hash: 'a' }, { hash: 'b' }]);
});

const migration = (day: number, text = `create table day_${day} (id int)`) => ({
  sql: [text],
  folderMillis: Date.UTC(2026, 10, day),
  hash: text,
  bps: true,
});

test('an older release leaves a newer schema alone, and names both', async () => {
  const pool = await emptyDatabase();
  const older = [migration(1), migration(2)];
  await migrateDatabase(pool, [...older, migration(3), migration(4)]);
  await expect(migrateDatabase(pool, older)).rejects.toThrow(
    'The database is of a newer release: it has schema version 4 (2026-11-04). This release has schema version 2 (2026-11-02).',
  );
  await expect(migrateDatabase(pool, older)).rejects.toBeInstanceOf(MigrationError);
});

test.each([
  ['was changed after it had run', [migration(1), migration(2, 'select 2'), migration(3)]],
  ['was left out', [migration(1), migration(3)]],
])('a schema whose migration %s is left alone', async (_how, migrations) => {
  const pool = await emptyDatabase();
  await migrateDatabase(pool, [migration(1), migration(2), migration(3)]);
  await expect(migrateDatabase(pool, [...migrations, migration(4)])).rejects.toThrow(
    'The database has schema version 2 (2026-11-02), which no release made. This release has',
  );
  expect(await tables(pool)).not.toContain('day_4');
});

test('sessions of an older release go on, each with an id of its own', async () => {
  const pool = await emptyDatabase();
  const all = bundledMigrations();
  const isNew = all.findIndex(({ sql }) => sql.join(';').includes('"user_agent"'));
  await migrateDatabase(pool, all.slice(0, isNew));
  await pool.query(`insert into users (email) values ('a@example.com')`);
  await pool.query(`insert into sessions (token_hash, user_id) values ('one', 1), ('two', 1)`);
  await migrateDatabase(pool, all);
  const { rows } = await pool.query('select token_hash, id, address from sessions order by id');
  expect(rows).toEqual([
    { token_hash: 'one', id: 1, address: null },
    { token_hash: 'two', id: 2, address: null },
  ]);
});

test('an import of an older release keeps no values: the history has them', async () => {
  const pool = await emptyDatabase();
  const all = bundledMigrations();
  const isNew = all.findIndex(({ sql }) => sql.join(';').includes('history_entries_import_idx'));
  await migrateDatabase(pool, all.slice(0, isNew));
  await pool.query(
    `alter table bulk_imports disable trigger require_schema_version;
     insert into bulk_imports (type, rows_hash, created_count, changed_count, record_ids, changes)
     values ('condo', '-', 0, 1, '{}', '[{"id": 1, "old": {"city": "Bern"}, "new": {"city": "Chur"}}]');
     alter table bulk_imports enable trigger require_schema_version`,
  );
  await migrateDatabase(pool, all);
  const { rows } = await pool.query('select changed_count, changes from bulk_imports');
  expect(rows).toEqual([{ changed_count: 1, changes: null }]);
});
