import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledMigrations, migrateDatabase } from '~/platform/database/migrate.server';
import { runTransfer } from '../../../tools/transfer/cli';
import { readExport } from '../../../tools/transfer/read-manifest';
import { TABLES } from '../../../tools/transfer/tables';
import { createUnmigratedDatabase, urlOf, type TestDatabase } from '../../support/database';
import { perTest, temporaryFolder } from '../../support/opened';

/** Tables that the old schema does not have. */
const NEWER = new Set<string>([
  'authenticators',
  'recovery_codes',
  'passkeys',
  'identities',
  'erased_identities',
  'administrator_invitations',
  'administrator_links',
  'history_start',
  'history_entries',
  'history_changes',
  'failed_sign_ins',
  'set_aside_findings',
  'saved_views',
  'proposals',
  'proposal_rows',
]);

const OLD_MIGRATIONS = bundledMigrations().slice(0, 4);

const folder = temporaryFolder();
const database = perTest(createUnmigratedDatabase);

const environment = () => ({ DATABASE_URL: urlOf(database), DATA_DIR: folder });
const exportTo = (name: string, env: NodeJS.ProcessEnv = environment()) =>
  runTransfer('export', [join(folder, name)], env, () => undefined);

/** Every table, column, function, index and migration, each with the transaction that wrote it last. */
async function schemaOf({ pool }: TestDatabase): Promise<unknown> {
  const parts = [
    'select xmin::text as by, oid::int, relname as name from pg_class',
    'select xmin::text, attrelid::int, attname from pg_attribute',
    'select xmin::text, oid::int, prosrc from pg_proc',
    'select xmin::text, id, hash from drizzle.__drizzle_migrations',
    'select xmin::text, id, email from users',
  ];
  const { rows } = await pool.query(`${parts.join(' union all ')} order by 2, 3`);
  return rows;
}

it('exports an older schema as it is, and leaves it as it is', async () => {
  await migrateDatabase(database.pool, OLD_MIGRATIONS);
  await database.pool.query("insert into users (email) values ('someone@example.com')");
  await database.pool.query(
    `alter database ${database.connection.database} set default_transaction_read_only = on`,
  );
  const before = await schemaOf(database);
  await exportTo('old.tar');
  expect(await schemaOf(database)).toEqual(before);

  const { manifest } = await readExport(join(folder, 'old.tar'));
  const { schema, migrations, tables } = manifest;
  expect(schema).toBe('schema version 4 (2026-11-21)');
  expect(migrations).toEqual(OLD_MIGRATIONS.map(({ hash }) => hash));
  expect(tables.map(({ name }) => name)).toEqual(TABLES.filter((name) => !NEWER.has(name)));
  expect(tables).toContainEqual(expect.objectContaining({ name: 'users', rows: 1 }));
});

describe('an unknown schema', () => {
  const record = 'insert into drizzle.__drizzle_migrations (hash, created_at) values';

  it('of a newer release is rejected by name, with an exit code', async () => {
    await migrateDatabase(database.pool);
    await database.pool.query(`${record} ('new', 4102444800000)`);
    const count = bundledMigrations().length;
    const script = join(import.meta.dirname, '../../../scripts/tool.mjs');
    const { status, stderr } = spawnSync(
      process.execPath,
      [script, 'transfer/export-command.ts', join(folder, 'new.tar')],
      {
        env: { ...process.env, ...environment() },
        encoding: 'utf8',
      },
    );
    expect(stderr).toMatch(
      new RegExp(
        `^The database is of a newer release: it has schema version ${count + 1} \\(2100-01-01\\)\\. ` +
          `This release has schema version ${count} .*Export it with the newer release\\. Nothing was changed\\.\n$`,
      ),
    );
    expect(status).toBe(70);
    expect(await readdir(folder)).not.toContain('new.tar');
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/\.part$/));
  });

  it('that no release made is rejected by name', async () => {
    await migrateDatabase(database.pool, OLD_MIGRATIONS);
    await database.pool.query("update drizzle.__drizzle_migrations set hash = 'x' where id = 3");
    await expect(exportTo('unknown.tar')).rejects.toThrow(
      /^The database has schema version 3 .* which no release made.* Export it with the build that made it/,
    );
  });

  it('that is none is rejected', async () => {
    await expect(exportTo('none.tar')).rejects.toThrow('The database holds no data of the panel.');
  });
});

it('makes no database where there is none', async () => {
  const missing = join(folder, 'missing');
  const failure = `There is no database in ${missing}.`;
  await expect(exportTo('a.tar', { DATA_DIR: missing })).rejects.toThrow(failure);
  expect(await readdir(folder)).not.toContain('missing');
  const empty = await mkdtemp(join(folder, 'empty-'));
  await expect(exportTo('b.tar', { DATA_DIR: empty })).rejects.toThrow(
    `There is no database in ${empty}.`,
  );
});
