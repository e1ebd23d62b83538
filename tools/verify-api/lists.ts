import { isDeepStrictEqual } from 'node:util';
import { passesCanton, readCantonFilter } from '~/condos/cantons';
import type { Fields } from '~/fields/fields';
import { filtersOf, passes, type Filter } from '~/fields/filters';
import { fieldsOf, readText, type UnknownRecord } from '~/fields/reading';
import { findText, findWords, hasWords, searchText } from '~/fields/search-text';

export type Query = Readonly<Record<string, string>>;
/**
 * Facts from earlier answers: the id of a record that must be in the list, and the list in ascending order.
 */
export type Known = Partial<Record<'id' | 'ascending', unknown>>;

/** The records of a list or of a page. */
export function rowsOf(json: unknown): UnknownRecord[] {
  const list = Array.isArray(json) ? json : fieldsOf(json).data;
  return Array.isArray(list) ? list.map(fieldsOf) : [];
}

/**
 * The texts and numbers with this name in a record and in the records inside it. For a search, all of them.
 */
export function textsOf(value: unknown, name: string, isIn = name === 'search'): string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, one]) => textsOf(one, name, isIn || key === name));
  }
  const text = readText(value);
  return text && isIn ? [text] : [];
}

/** Compares a list with its query: the page, the filters and the order. */
export function checkList(json: unknown, fields: Fields, query: Query, { id, ascending }: Known) {
  const { page, page_size: size } = query;
  const { current_page: current, total_pages: pages = 1 } = fieldsOf(fieldsOf(json).pagination);
  const rows = rowsOf(json);
  const isPage = !page || (Number(current) === Number(page) && rows.length <= Number(size));
  const isLacking = id !== undefined && Number(pages) <= 1 && !rows.some((row) => row.id === id);
  const filters: readonly Filter[] = filtersOf(fields);
  const unmet = filters.filter((one) => !rows.every((row) => fits(row, one, query)));
  return [
    ...(isPage ? [] : [`pagination: expected page ${page} with at most ${size} records`]),
    ...(isLacking ? [`id: expected ${JSON.stringify(id)} among the records`] : []),
    ...unmet.map(({ param, field }) => `${field}: expected what fits ${param}=${query[param]}`),
    ...(ascending ? checkOrder(query.sort_by ?? '', rowsOf(ascending), rows) : []),
  ];
}

function fits(row: UnknownRecord, filter: Filter, { [filter.param]: value = '' }: Query): boolean {
  const texts = textsOf(row, filter.field);
  // Pending invitations need not have a status.
  if (value === '' || (filter.field === 'status' && texts.length === 0)) return true;
  return texts.some((text) => {
    const isPart = hasWords(findText(text), findWords(value));
    // An external API may compare a canton like any other text.
    if (filter.kind === 'canton') return isPart || passesCanton(readCantonFilter(value), text);
    return filter.kind === 'text' ? isPart : passes(filter, text, value);
  });
}

/**
 * Checks that numbers ascend, and that both orders are each other's reverse. The API decides how texts are
 * sorted.
 */
function checkOrder(
  by: string,
  ascending: readonly UnknownRecord[],
  descending: readonly UnknownRecord[],
): string[] {
  const keysOf = (rows: readonly UnknownRecord[]) => rows.map((row) => searchText(String(row[by])));
  const keys = keysOf(ascending);
  const isNumeric = typeof ascending[0]?.[by] === 'number';
  const sorted = isNumeric ? keys.toSorted((a, b) => Number(a) - Number(b)) : keys;
  const isSorted = isDeepStrictEqual([keys, keysOf(descending)], [sorted, sorted.toReversed()]);
  return isSorted ? [] : [`${by}: expected the order of sort_by and sort_order`];
}
