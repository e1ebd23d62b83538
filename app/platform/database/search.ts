import { eq, sql, type AnyColumn, type SQL } from 'drizzle-orm';

/** Condition that a search column contains a text, ignoring case and accents, unless it is blank. */
export function contains(key: AnyColumn, text: string | undefined): SQL | undefined {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? undefined : sql`${key} like search_pattern(${trimmed})`;
}

/** The e-mail of the row is this one, whatever its case. */
export function sameEmail(column: AnyColumn, email: string): SQL {
  return eq(sql`lower(${column})`, sql`lower(${email})`);
}
