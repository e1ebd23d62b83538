import type { SearchSchemaInput } from '@tanstack/react-router';
import { readText } from '~/contract/reading';
import type { CondoQuery } from '~/data/condos/condos.queries';

/** The list's default sort: by name, ascending. Defaults are not written to the URL. */
export const CONDO_SORT_DEFAULTS = { sort_by: 'name', sort_order: 'asc' } as const;

export const CONDO_FILTERS = ['search', 'city', 'state', 'zip_code', 'country'] as const;
export type CondoFilter = (typeof CONDO_FILTERS)[number];
export type CondoFilters = Record<CondoFilter, string>;

type Untrusted = { [Name in keyof CondoQuery]?: unknown };

/**
 * Reads the list's search params: texts as typed, anything unknown is dropped. A plain function, because the schema
 * library is not part of this screen's first download; the server function checks the same query by the contract.
 */
export function readCondoSearch(raw: Untrusted): CondoQuery {
  return {
    search: readText(raw.search) ?? '',
    city: readText(raw.city) ?? '',
    state: readText(raw.state) ?? '',
    zip_code: readText(raw.zip_code) ?? '',
    country: readText(raw.country) ?? '',
    sort_by: raw.sort_by === 'id' ? 'id' : 'name',
    sort_order: raw.sort_order === 'desc' ? 'desc' : 'asc',
  };
}

/** The same for the router; SearchSchemaInput makes every param optional in links. */
export function validateCondoSearch(raw: Untrusted & SearchSchemaInput): CondoQuery {
  return readCondoSearch(raw);
}

/** A click on a column's header: the active one toggles, another one starts at desc. */
export function nextSort(
  current: Pick<CondoQuery, 'sort_by' | 'sort_order'>,
  column: CondoQuery['sort_by'],
): Pick<CondoQuery, 'sort_by' | 'sort_order'> {
  const toggled = current.sort_order === 'asc' ? 'desc' : 'asc';
  return { sort_by: column, sort_order: current.sort_by === column ? toggled : 'desc' };
}
