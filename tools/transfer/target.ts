import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { bundledMigrations } from '~/api/db/bundled-migrations.server';
import { assertKnownSchema, readAppliedMigrations } from '~/api/db/schema-version.server';
import { FILLED_BY_MIGRATIONS, findTables, LEFT_OUT } from './tables';
import { UsageError } from '../command';

/**
 * Locks all tables until the transaction ends. A database for an import has no tables yet, or those of the export's
 * schema or an older one, without records.
 * @throws UsageError for any other database; MigrationError for one that this release does not know
 */
export async function assertTarget(
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
  const { rows: found } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename = any ($1)`,
    [[...tables, ...LEFT_OUT]],
  );
  if (found.length === 0) return;
  const list = found.map(({ name }) => name).join(', ');
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
