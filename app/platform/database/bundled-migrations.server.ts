import { createHash } from 'node:crypto';

import type { MigrationMeta } from 'drizzle-orm/migrator';

import journal from './migrations/meta/_journal.json';

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Number of migrations. Connections name it: the database rejects writes of another release. */
export const SCHEMA_VERSION = journal.entries.length;

/** A migration as drizzle has it, with the name of its file. */
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
