import { sql, type SQL } from 'drizzle-orm';
import { customType, integer, timestamp } from 'drizzle-orm/pg-core';

/** Text that people read: sorted by the Unicode root order, whatever locale the server was made with. */
export const sortedText = customType<{ data: string }>({
  dataType: () => 'text COLLATE "und-x-icu"',
});

/** Text whose numbers sort as numbers: unit 2 before unit 10. */
export const naturalText = customType<{ data: string }>({
  dataType: () => 'text COLLATE "natural_order"',
});

/** The number a row is known by on the wire. */
export const recordId = () => integer().primaryKey().generatedAlwaysAsIdentity();

export const instantColumn = () => timestamp({ withTimezone: true });
export const createdAt = () => instantColumn().notNull().defaultNow();

/**
 * What a search compares with: lower case and without accents (the function is in the first migration). The unit
 * separator keeps a search from matching across two fields.
 */
export function searchColumn(...columns: [string, ...string[]]): SQL {
  return sql.raw(`search_key(${columns.map((name) => `"${name}"`).join(` || E'\\x1f' || `)})`);
}
