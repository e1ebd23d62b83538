import { eq, gte, inArray, lte, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { readCantonFilter } from '~/condos/cantons';
import type { Fields } from '~/fields/fields';
import { filtersOf, type Filter, type FilterParam } from '~/fields/filters';
import { columnOf } from '~/platform/database/schema/field-columns';
import { contains } from '~/platform/database/search';

type FilterValue = string | number | undefined;

/** Builds the conditions of a list's filters; undefined for an empty or missing value. */
export function filterConditions<T extends Fields>(
  table: PgTable,
  fields: T,
): (query: { readonly [Param in FilterParam<T>]?: FilterValue }) => Array<SQL | undefined> {
  const filters = filtersOf(fields).map((filter) => ({
    filter,
    column: comparedColumn(table, filter),
  }));
  return (query) =>
    filters.map(({ filter, column }) => condition(filter, column, query[filter.param]));
}

/** Compared as searchText() and its twin in the database make them. */
const TEXT_KINDS: ReadonlySet<Filter['kind']> = new Set(['text', 'canton']);

function comparedColumn(table: PgTable, { kind, field }: Filter): AnyPgColumn {
  return columnOf(table, TEXT_KINDS.has(kind) ? `${field}_search` : field);
}

function condition(
  { kind, end }: Filter,
  column: AnyPgColumn,
  value: FilterValue,
): SQL | undefined {
  if (value === undefined || value === '') return undefined;
  if (kind === 'text') return contains(column, String(value));
  if (kind === 'canton') return ofCanton(column, String(value));
  if (end === null) return eq(column, value);
  return end === 'least' ? gte(column, value) : lte(column, value);
}

function ofCanton(column: AnyPgColumn, text: string): SQL | undefined {
  if (text.trim() === '') return undefined;
  const { names, part } = readCantonFilter(text);
  const ofNames = inArray(column, [...names]);
  return part === null ? ofNames : or(ofNames, contains(column, text));
}
