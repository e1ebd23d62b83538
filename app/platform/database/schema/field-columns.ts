import { getTableColumns, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { mapNames, writableNames, type Fields } from '~/fields/fields';

/*
 * Columns of an entity's fields. A column has its field's name; filters compare with a generated column named
 * after it. A missing column is a bug, reported when the process starts.
 */

type Columns = Record<string, AnyPgColumn>;

/** Finds a column. @throws Error for a column that the table does not have: a bug */
export function columnOf(table: PgTable, name: string): AnyPgColumn {
  const columns: Columns = getTableColumns(table);
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!column) throw new Error(`The table has no column "${name}"`);
  return column;
}

/** The columns of these fields, for `select(...)` and `returning(...)`. */
export function pickColumns<T extends PgTable, Name extends string & keyof T['_']['columns']>(
  table: T,
  names: readonly Name[],
): Pick<T['_']['columns'], Name>;
export function pickColumns(table: PgTable, names: readonly string[]): Columns {
  return mapNames(names, (name) => columnOf(table, name));
}

/** Lists the columns for a hand-written `select`. */
export function columnsIn(table: PgTable, names: readonly string[]): SQL {
  return sql.join(
    names.map((name) => sql`${columnOf(table, name)}`),
    sql`, `,
  );
}

/** The names of the columns of an entity's writable fields, for `insert into condos (...)`. */
export function columnList(fields: Fields): SQL {
  const names = writableNames(fields).map((name) => sql.identifier(name));
  return sql.join(names, sql`, `);
}

/** ISO 8601 in UTC, as `Date.toISOString()` writes it. */
export function isoInstant(instant: AnyColumn | SQL): SQL {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
