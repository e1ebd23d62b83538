import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { Apartment } from './fields';
import { matchingRows } from '~/fields/text-index';
import { apartmentSearch, isTableView, type ApartmentQuery } from './search';
import { apartmentQueries, toApartmentFilters } from './queries';

const TEXTS = { search: (apartment: Apartment) => [apartment.apartment_number] };

/**
 * Apartments of the full cached list that match this search. Null if the list is not current, if none
 * match, or for other filters.
 */
export function preview(client: QueryClient, query: ApartmentQuery): readonly Apartment[] | null {
  const { search } = query;
  if (isTableView(query) || hashKey([toApartmentFilters(query)]) !== hashKey([{ search }]))
    return null;
  const { queryKey } = apartmentQueries.list(apartmentSearch.defaults);
  const rows = client.getQueryData(queryKey);
  if (!rows || client.getQueryState(queryKey)?.isInvalidated) return null;
  const matches = matchingRows(rows, TEXTS, [['search', search]]);
  return matches.length > 0 ? matches : null;
}
