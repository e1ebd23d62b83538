import pg from 'pg';

import type { Log } from '../log.ts';
import { DatabaseUnavailableError } from './database-unavailable.ts';
import type { EmbeddedConnection } from './server-process.server.ts';

const CONNECTION_TIMEOUT_MS = 10_000;

/**
 * Finds collations and databases whose sort order has changed since their indexes were built, as after new
 * binaries with another ICU library. With such an index rows are not found, and unique texts are not
 * unique. PostgreSQL records the version with which indexes were built.
 */
const CHANGED_COLLATIONS = `
  select format('alter database %I refresh collation version', datname) as refresh,
         datcollversion as "builtWith", pg_database_collation_actual_version(oid) as here
    from pg_database where datcollversion <> pg_database_collation_actual_version(oid)
  union all
  select format('alter collation %s refresh version', oid::regcollation),
         collversion, pg_collation_actual_version(oid)
    from pg_collation where collversion <> pg_collation_actual_version(oid)`;

interface ChangedCollation {
  /** SQL that records the present version after the indexes were rebuilt. */
  refresh: string;
  builtWith: string;
  here: string;
}

/** Creates the application's database if it is missing, and rebuilds indexes whose sort order has changed. */
export async function ensureDatabase(connection: EmbeddedConnection, log: Log): Promise<void> {
  const { database } = connection;
  try {
    await withClient({ ...connection, database: 'postgres' }, async (client) => {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [
        database,
      ]);
      if (rowCount === 0) await client.query(`create database ${database}`);
    });
    await withClient(connection, (client) => rebuildSortedIndexes(client, database, log));
  } catch (error) {
    throw new DatabaseUnavailableError(
      `The embedded database runs but cannot be used at ${connection.host}: ${String(error)}. ` +
        'See server.log in DATA_DIR/postgres.',
      { cause: error },
    );
  }
}

/**
 * Rebuilds indexes. Versions are recorded at the end, so that an interrupted start leaves the work to the
 * next one.
 */
async function rebuildSortedIndexes(client: pg.ClientBase, database: string, log: Log) {
  const { rows } = await client.query<ChangedCollation>(CHANGED_COLLATIONS);
  const [changed] = rows;
  if (!changed) return;
  const { builtWith, here } = changed;
  log.warn(
    { builtWith, here },
    'Texts are sorted in a new way: building the indexes of the embedded database again',
  );
  const started = Date.now();
  await client.query(`reindex database ${database}`);
  for (const { refresh } of rows) await client.query(refresh);
  log.info({ ms: Date.now() - started }, 'The indexes of the embedded database are built again');
}

/** Runs `work` on a new connection and closes it afterwards. */
export async function withClient<T>(
  connection: EmbeddedConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS });
  // A broken connection also fires this event. The query's rejection is enough.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
