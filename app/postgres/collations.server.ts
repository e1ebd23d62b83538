import type pg from 'pg';

import type { Log } from '../lib/log.ts';

/*
 * An index of texts is in the order of the ICU library that built it. Another one, as a new package of the binaries may
 * bring along, sorts some characters otherwise: rows are then not found, and unique texts not unique. PostgreSQL notes
 * the version that the indexes were built with.
 */

const CHANGED_COLLATIONS = `
  select collname as name, collversion as built_with, pg_collation_actual_version(oid) as here
    from pg_collation where collversion <> pg_collation_actual_version(oid)`;

const CHANGED_DATABASES = `
  select datname as name, datcollversion as built_with, pg_database_collation_actual_version(oid) as here
    from pg_database where datcollversion <> pg_database_collation_actual_version(oid)`;

const NOTE_VERSIONS = `
  do $$
  declare changed record;
  begin
    for changed in select oid::regcollation as name from pg_collation
                    where collversion <> pg_collation_actual_version(oid) loop
      execute format('alter collation %s refresh version', changed.name);
    end loop;
    for changed in select datname as name from pg_database
                    where datcollversion <> pg_database_collation_actual_version(oid) loop
      execute format('alter database %I refresh collation version', changed.name);
    end loop;
  end $$`;

interface Changed {
  name: string;
  built_with: string;
  here: string;
}

/**
 * Builds the indexes of the client's database again when texts are sorted in another way than when they were built.
 * The new version is noted at the end: a start that is cut short leaves the work to the next one.
 */
export async function rebuildSortedIndexes(
  client: pg.ClientBase,
  database: string,
  log: Log,
): Promise<void> {
  const { rows } = await client.query<Changed>(
    `${CHANGED_DATABASES} union all ${CHANGED_COLLATIONS}`,
  );
  const [changed] = rows;
  if (!changed) return;
  const versions = { builtWith: changed.built_with, here: changed.here };
  log.warn(
    versions,
    'Texts are sorted in a new way: building the indexes of the embedded database again',
  );
  const started = Date.now();
  await client.query(`reindex database ${database}`);
  await client.query(NOTE_VERSIONS);
  log.info({ ms: Date.now() - started }, 'The indexes of the embedded database are built again');
}
