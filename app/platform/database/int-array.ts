import { sql, type SQL } from 'drizzle-orm';

/** A long list of whole numbers as one value: of an array each item would be escaped on its own. */
export function intArray(values: readonly number[]): SQL {
  return sql`${arrayText(values)}::int[]`;
}

/** Array of numbers that may be larger than an id. */
export function bigintArray(values: readonly number[]): SQL {
  return sql`${arrayText(values)}::bigint[]`;
}

function arrayText(values: readonly number[]): string {
  return `{${values.join(',')}}`;
}
