import { isDeepStrictEqual } from 'node:util';
import { apartmentFields } from '~/apartments/fields';
import { passesCanton, readCantonFilter } from '~/condos/cantons';
import { condoFields } from '~/condos/fields';
import { sortNames } from '~/fields/fields';
import { filtersOf, passes, type Filter } from '~/fields/filters';
import { fieldsOf, readText, type UnknownRecord } from '~/fields/reading';
import { findText, findWords, hasWords, searchText } from '~/fields/search-text';

export type Query = Readonly<Record<string, string>>;
/** Facts from earlier answers: the id of a record in the list, and the list in ascending order. */
export type Known = Partial<Record<'id' | 'ascending', unknown>>;

const search = { kind: 'text', label: 'Search', max: 0, filter: 1 } as const;
const status = { kind: 'choice', label: 'Status', options: ['pending'], filter: 1 } as const;
const fields = { ...apartmentFields, ...condoFields, search, status };
/** Filters and sort fields of all lists. The query of a list declares which of them it has. */
export const FILTERS: readonly Filter[] = filtersOf(fields);
export const SORTS: readonly string[] = sortNames(fields);

/** The records of a list or of a page. */
export function rowsOf(json: unknown): UnknownRecord[] {
  const { data = json } = fieldsOf(json);
  return Array.isArray(data) ? data.map(fieldsOf) : [];
}

/** The texts and numbers with this name in a record and in records inside it. A search has all texts. */
export function textsOf(value: unknown, name: string, isIn = name === 'search'): string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, one]) => textsOf(one, name, isIn || key === name));
  }
  const text = readText(value);
  return text && isIn ? [text] : [];
}

/** Compares a list with its query: the page, the filters and the order. */
export function checkList(json: unknown, query: Query, { id, ascending }: Known): string[] {
  const { page, page_size: size, sort_by: by = '' } = query;
  const { current_page: current, total_pages: pages = 1 } = fieldsOf(fieldsOf(json).pagination);
  const rows = rowsOf(json);
  const isPage = !page || (Number(current) === Number(page) && rows.length <= Number(size));
  const isLacking = id !== undefined && Number(pages) <= 1 && !rows.some((row) => row.id === id);
  const unmet = FILTERS.filter((one) => !rows.every((row) => fits(row, one, query)));
  const isSorted = ascending === undefined || areOrders(rowsOf(ascending), rows, by);
  return [
    ...(isPage ? [] : [`pagination: expected page ${page} with at most ${size} records`]),
    ...(isLacking ? [`id: expected ${JSON.stringify(id)} among the records`] : []),
    ...unmet.map(({ param, field }) => `${field}: expected what fits ${param}=${query[param]}`),
    ...(isSorted ? [] : [`${by}: expected the order of sort_by and sort_order`]),
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

/** True if numbers ascend, and both lists are each other's reverse. The API decides how texts are sorted. */
function areOrders(ascending: UnknownRecord[], descending: UnknownRecord[], by: string): boolean {
  const keysOf = (rows: UnknownRecord[]) => rows.map((row) => searchText(String(row[by])));
  const keys = keysOf(ascending);
  const isNumeric = typeof ascending[0]?.[by] === 'number';
  const sorted = isNumeric ? keys.toSorted((a, b) => Number(a) - Number(b)) : keys;
  return isDeepStrictEqual([keys, keysOf(descending)], [sorted, sorted.toReversed()]);
}
