import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';

/** The database has another schema than required. The message is for the operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** A migration that a database has applied. */
export interface AppliedMigration {
  hash: string;
  /** Time when it was written, in milliseconds since 1970. Migrations are in this order. */
  writtenAt: number;
}

/** The applied migrations of a database in order; empty if it has none of our tables. */
export async function readAppliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const table = await client.query(
    "select where to_regclass('drizzle.__drizzle_migrations') is not null",
  );
  if (table.rowCount === 0) return [];
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ hash, created_at }) => ({ hash, writtenAt: Number(created_at) }));
}

/** Advice for a schema that this release does not know. */
const START = {
  newer: 'Start the newer release, or restore the backup that was made before the upgrade.',
  unknown: 'Start the build that made it.',
};

/**
 * Checks that the migrations of the database are the first ones of this release.
 * @throws MigrationError for the schema of a newer release, and for one that no release made
 */
export function assertKnownSchema(
  applied: readonly AppliedMigration[],
  known: readonly MigrationMeta[],
  remedies = START,
): void {
  const newest = applied.at(-1);
  const newestKnown = known.at(-1)?.folderMillis ?? 0;
  const own = `This release has ${describeVersion(known.length, newestKnown)}`;
  if (newest && newest.writtenAt > newestKnown) {
    throw new MigrationError(
      `The database is of a newer release: it has ${describeVersion(applied.length, newest.writtenAt)}. ${own}. ` +
        `${remedies.newer} Nothing was changed.`,
    );
  }
  for (const [index, { hash, writtenAt }] of applied.entries()) {
    const expected = known[index];
    if (expected?.folderMillis === writtenAt && expected.hash === hash) continue;
    throw new MigrationError(
      `The database has ${describeVersion(index + 1, writtenAt)}, which no release made. ${own}. ` +
        `${remedies.unknown} Nothing was changed.`,
    );
  }
}

/** "schema version 4 (2026-11-22)" */
export function describeVersion(count: number, writtenAt: number): string {
  return `schema version ${count} (${new Date(writtenAt).toISOString().slice(0, 10)})`;
}
