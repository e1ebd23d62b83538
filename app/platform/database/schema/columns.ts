import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { customType, integer, timestamp, type AnyPgColumn } from 'drizzle-orm/pg-core';

/** Text for people. It is sorted by the Unicode root collation, whatever the server's locale. */
export const sortedText = customType<{ data: string }>({
  dataType: () => 'text COLLATE "und-x-icu"',
});

/** Text whose numbers sort as numbers: unit 2 before unit 10. */
export const naturalText = customType<{ data: string }>({
  dataType: () => 'text COLLATE "natural_order"',
});

/** Sorts a text of another collation as a natural one. */
export function naturalOrder(column: AnyColumn): SQL {
  return sql`${column} collate "natural_order"`;
}

/** Sorts a text by the Unicode root collation, as `sortedText`. */
export function textOrder(text: AnyColumn | SQL): SQL {
  return sql`${text} collate "und-x-icu"`;
}

/** First and last name as the list of users shows and sorts them; null without both. */
export function personName(names: { first_name: AnyColumn; last_name: AnyColumn }): SQL {
  const first = sql`nullif(btrim(${names.first_name}), '')`;
  const last = sql`nullif(btrim(${names.last_name}), '')`;
  return textOrder(sql`coalesce(${first} || ' ' || ${last}, ${first}, ${last})`);
}

/** A row's id on the wire. */
export const recordId = () => integer().primaryKey().generatedAlwaysAsIdentity();

/** A reference to a row whose deletion also deletes this row. */
export const ownedBy = (owner: () => AnyPgColumn) =>
  integer().references(owner, { onDelete: 'cascade' });

export const instantColumn = () => timestamp({ withTimezone: true });
export const createdAt = () => instantColumn().notNull().defaultNow();

/**
 * Column of the text that a search compares with. The unit separator keeps a search from matching across
 * two fields.
 */
export function searchColumn(...columns: [string, ...string[]]): SQL {
  return sql.raw(`search_key(${columns.map((name) => `"${name}"`).join(` || E'\\x1f' || `)})`);
}
