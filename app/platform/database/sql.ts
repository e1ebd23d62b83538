import { and, sql, type SQL, eq, like, or, type AnyColumn, type Placeholder } from 'drizzle-orm';
import { oncePer } from '~/fields/once-per';
import { findWords } from '~/fields/search-text';
import { asciiEmail } from '~/fields/email-address';
import type { Db } from './connect.server';

/** Returns the row of a statement that always has one. @throws Error for none: a bug */
export function oneRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The statement answered no row');
  return row;
}

/** The requested page: numbers, or placeholders of a prepared statement. */
export type PageRequest = Record<'page' | 'page_size', number | Placeholder>;

/**
 * CTEs that need a CTE `total` with the count `n`. The row of `place` has the count, the number of pages,
 * the page (the last one if a later one was requested), and `skip`, the number of rows before it.
 */
export function pagePlace({ page, page_size }: PageRequest): SQL {
  return sql`
    pages as (select n, greatest(1, (n + ${page_size}::int - 1) / ${page_size}::int) as pages from total),
    place as (
      select n, pages, least(${page}::bigint, pages)::int as page,
             (least(${page}::bigint, pages)::int - 1) * ${page_size}::int as skip
        from pages
    )`;
}

/** A long list of whole numbers as one value. The items of an array would be escaped one by one. */
export function intArray(values: readonly number[]): SQL {
  return sql`${arrayText(values)}::int[]`;
}

/** An array of numbers that may exceed the range of an id. */
export function bigintArray(values: readonly number[]): SQL {
  return sql`${arrayText(values)}::bigint[]`;
}

function arrayText(values: readonly number[]): string {
  return `{${values.join(',')}}`;
}

/** An escape of JSON text. JSON.stringify escapes lone surrogates only. */
const ESCAPE = /\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g;
const NOT_STORABLE = /^\\u(?:0000|d)/;

/** JSON text that PostgreSQL accepts as jsonb: NUL and lone surrogates become U+FFFD. */
export function toJsonbText(value: unknown): string {
  return JSON.stringify(value).replaceAll(ESCAPE, (escape) =>
    NOT_STORABLE.test(escape) ? '\uFFFD' : escape,
  );
}

/**
 * A statement that is built once per database and planned once per connection, since it is named. Use it
 * for frequent statements outside of transactions whose plan does not depend on their values.
 */
export function prepared<Statement extends object>(build: (db: Db) => Statement) {
  return oncePer(build);
}

/**
 * Condition that search columns together contain every word of a search, in any order and spelling
 * (docs/decisions/0057). Undefined for an empty search.
 */
export function matchesSearch(
  columns: readonly (AnyColumn | SQL)[],
  search: string | undefined,
): SQL | undefined {
  const words = findWords(search ?? '').map((forms) =>
    or(...columns.flatMap((column) => forms.map((form) => like(column, `%${likeLiteral(form)}%`)))),
  );
  return and(...words);
}

/** Escapes a text so that LIKE reads it literally. */
export function likeLiteral(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** Condition that a column has this address, in any case and spelling of the domain. Null matches no row. */
export function sameEmail(column: AnyColumn, email: string | null): SQL {
  if (email === null) return sql`false`;
  return eq(sql`lower(${column})`, sql`lower(${asciiEmail(email)})`);
}
