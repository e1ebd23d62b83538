import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Db } from './connect.server';
import { prepared } from './prepared';
import { versionOf, type ListTable } from './table-changes.repo';

/** ISO 8601 in UTC, as `Date.toISOString()` writes it. */
export function isoInstant(column: AnyColumn): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A list's rows as JSON, and the version of their tables at that moment. */
export interface ListJson {
  rows: string[];
  version: string | null;
}

/** What a list is read by: its rows, in their order and with the wire's names, and the tables that they are from. */
interface ListSource {
  rows: SQL;
  tables: readonly ListTable[];
}

/**
 * A list's rows as PostgreSQL builds them: half the time of reading 10,000 rows into objects and serializing them. Each is a row of
 * its own: one value for all saves the panel CPU time, but nothing is sent before it is whole, and the list takes longer.
 */
export async function selectJson(db: Db, source: ListSource): Promise<ListJson> {
  return toList(await selectList(db, source));
}

/** The same with a prepared statement: the rows have placeholders for the values of each call. */
export function preparedJson(name: string, source: ListSource) {
  const statement = prepared((db) => selectList(db, source).prepare(name));
  return async (db: Db, values: Record<string, unknown> = {}): Promise<ListJson> =>
    toList(await statement(db).execute(values));
}

export function toJsonArray(rows: readonly string[]): string {
  return `[${rows.join(',')}]`;
}

/** The version is a row in addition to the list's: it is there without any, and is sent once. */
function selectList(db: Db, { rows, tables }: ListSource) {
  const found = sql`
    select ${versionOf(tables)} as text
    union all
    select row_to_json(t)::text from (${rows}) t`;
  return db.select({ text: sql<string | null>`text` }).from(sql`(${found}) found`);
}

function toList(found: Awaited<ReturnType<typeof selectList>>): ListJson {
  const list: ListJson = { rows: [], version: null };
  for (const { text } of found) {
    // Rows are objects, the version is a number.
    if (text?.startsWith('{') === true) list.rows.push(text);
    else list.version = text;
  }
  return list;
}
