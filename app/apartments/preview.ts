import type { QueryClient } from '@tanstack/react-query';
import type { Apartment } from './fields';
import { matchingRows } from '~/rpc/list-search';
import type { ApartmentQuery } from './search';
import { apartmentQueries } from './queries';

const TEXTS = { search: (apartment: Apartment) => [apartment.apartment_number] };

/** Apartments that match this search in the full cached list. Null if that is not current, or none match. */
export function preview(
  client: QueryClient,
  { search }: ApartmentQuery,
): readonly Apartment[] | null {
  const { queryKey } = apartmentQueries.list('');
  const rows = client.getQueryData(queryKey);
  if (!rows || client.getQueryState(queryKey)?.isInvalidated) return null;
  const matches = matchingRows(rows, TEXTS, [['search', search]]);
  return matches.length > 0 ? matches : null;
}
