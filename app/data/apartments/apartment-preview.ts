import type { QueryClient } from '@tanstack/react-query';
import type { Apartment } from '~/contract/apartment-reading';
import { matchingRows } from '~/rpc/list-search';
import type { ApartmentQuery } from './apartment-search';
import { apartmentQueries } from './apartments.queries';

const TEXTS = { search: (apartment: Apartment) => [apartment.apartment_number] };

/** The apartments that this search will find, by the whole list if it is in the cache and up to date; null where it is not or has none. */
export function preview(
  client: QueryClient,
  { search }: ApartmentQuery,
): readonly Apartment[] | null {
  const { queryKey } = apartmentQueries.list('');
  const rows = client.getQueryData(queryKey);
  if (!rows || client.getQueryState(queryKey)?.isInvalidated) return null;
  const found = matchingRows(rows, TEXTS, [['search', search]]);
  return found.length > 0 ? found : null;
}
