import { createHash } from 'node:crypto';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import journal from './migrations/meta/_journal.json';
import type pg from 'pg';
import type { Log } from '~/platform/log';
import { assertKnownSchema, MigrationError, readAppliedMigrations } from './schema-version.server';
import { updateHistoryTriggers } from './history-triggers.server';
import { NO_SERVER_LIMITS, withoutTimeLimit } from './time-limits.server';

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Number of migrations. Connections send it: the database rejects writes of another release. */
export const SCHEMA_VERSION = journal.entries.length;

/** A migration in drizzle's form, with the name of its file. */
export interface Migration extends MigrationMeta {
  name?: string;
}

/** The migrations of drizzle-kit's folder, from the bundle. The format and the hash are drizzle's. */
export function bundledMigrations(): Migration[] {
  return journal.entries.map(({ tag, when, breakpoints }) => {
    const sql = files[`./migrations/${tag}.sql`];
    if (sql === undefined) throw new Error(`The migration ${tag} of the journal has no file`);
    return {
      name: tag,
      sql: sql.split('--> statement-breakpoint'),
      folderMillis: when,
      hash: createHash('sha256').update(sql).digest('hex'),
      bps: breakpoints,
    };
  });
}

/** Id of the lock that serializes processes which migrate the same database. */
const MIGRATION_LOCK = 2_004_370_117;

/**
 * Migrates the database in one transaction and returns the number of applied migrations. Processes that
 * start at once wait for the first one. A transaction of an older release that blocks the migration is
 * ended. drizzle's migrate() is not used: it reads a folder, which the built server does not have, and
 * takes no lock. The table is the same.
 * @throws MigrationError, also for the schema of a newer release
 */
export function migrateDatabase(
  pool: pg.Pool,
  migrations: readonly Migration[] = bundledMigrations(),
  log?: Log,
): Promise<number> {
  // No time limit: building an index on much data, or waiting for another process, may take long.
  return withoutTimeLimit(async () => {
    const client = await pool.connect();
    let ending: NodeJS.Timeout | undefined;
    try {
      await client.query('begin');
      await client.query(NO_SERVER_LIMITS);
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      ending = setInterval(() => void endBlockers(pool, rows[0]?.pid, log), LOOK_EVERY_MS);
      const applied = await applyMigrations(client, migrations);
      await updateHistoryTriggers(client);
      await client.query('commit');
      // Logged after the transaction, since a failed migration rolls all of them back.
      for (const one of applied) log?.info(one, 'Migrated');
      return applied.length;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw toMigrationError(error);
    } finally {
      clearInterval(ending);
      client.release();
    }
  });
}

/**
 * Shorter than the second after which PostgreSQL resolves a deadlock, possibly by ending this transaction.
 */
const LOOK_EVERY_MS = 200;

/**
 * Ends another release's transactions that block `pid`. Otherwise an import could block all calls for
 * minutes.
 */
async function endBlockers(pool: pg.Pool, pid: number | undefined, log?: Log): Promise<void> {
  const ended = await pool
    .query(
      `select pg_terminate_backend(a.pid) from pg_stat_activity a
        where a.pid = any (pg_blocking_pids($1)) and a.application_name ~ '^condo-admin( |$)'`,
      [pid],
    )
    .catch(() => null);
  if (!ended?.rowCount) return;
  log?.warn({ ended: ended.rowCount }, 'Transactions of an older release held up the migration');
}

function toMigrationError(error: unknown): MigrationError {
  if (error instanceof MigrationError) return error;
  return new MigrationError(
    `The database could not be brought to the newest schema: ${String(error)}. Nothing was changed; the release ` +
      'that ran before still fits.',
    { cause: error },
  );
}

/**
 * Applies migrations in the caller's transaction, also to an empty database. Returns the new ones, with the
 * time that each took. @throws MigrationError
 */
export async function applyMigrations(client: pg.ClientBase, migrations: readonly Migration[]) {
  try {
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const before = await readAppliedMigrations(client);
    assertKnownSchema(before, migrations);
    if (before.length === 0) await createMigrationsTable(client);
    const applied: { migration: string | undefined; ms: number }[] = [];
    for (const { name, sql, hash, folderMillis } of migrations.slice(before.length)) {
      const started = performance.now();
      for (const statement of sql) await client.query(statement);
      await client.query(
        'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
        [hash, folderMillis],
      );
      applied.push({ migration: name, ms: Math.round(performance.now() - started) });
    }
    return applied;
  } catch (error) {
    throw toMigrationError(error);
  }
}

/**
 * Called only if the table is missing, so that a role without the right to create tables can start the
 * panel on a migrated database.
 */
async function createMigrationsTable(client: pg.ClientBase): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations ' +
      '(id serial primary key, hash text not null, created_at bigint)',
  );
}
