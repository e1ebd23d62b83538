import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Db } from './connect.server';
import { prepared } from './prepared';

/** ISO 8601 in UTC, as `Date.toISOString()` writes it. */
export function isoInstant(column: AnyColumn): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * The rows of a query as one JSON array, built by PostgreSQL: half the time of reading 10,000 rows into objects and
 * serializing them. Columns must have the wire's names.
 */
export async function selectJson(db: Db, query: SQL): Promise<string> {
  return toArray(await selectRows(db, query));
}

/** The same with a prepared statement: `query` has placeholders for the values of each call. */
export function preparedJson(name: string, query: SQL) {
  const statement = prepared((db) => selectRows(db, query).prepare(name));
  return async (db: Db, values: Record<string, unknown> = {}): Promise<string> =>
    toArray(await statement(db).execute(values));
}

function selectRows(db: Db, query: SQL) {
  return db.select({ json: sql<string>`row_to_json(t)::text` }).from(sql`(${query}) t`);
}

function toArray(rows: readonly { json: string }[]): string {
  return `[${rows.map((row) => row.json).join(',')}]`;
}
