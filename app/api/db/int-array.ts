import { sql, type SQL } from 'drizzle-orm';

/** A long list of whole numbers as one value: of an array each item would be escaped on its own. */
export function intArray(values: readonly number[]): SQL {
  return sql`${`{${values.join(',')}}`}::int[]`;
}
