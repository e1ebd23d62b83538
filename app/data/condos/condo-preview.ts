import type { QueryClient } from '@tanstack/react-query';
import { condoFields } from '~/contract/condo-fields';
import type { Condo } from '~/contract/condo-reading';
import { filterNames, mapNames } from '~/contract/fields';
import { byId, matchingRows, reversed } from '../list-preview';
import { CONDO_FILTERS, condoSearch, type CondoQuery } from './condo-search';
import { condoQueries } from './condos.queries';

const TEXTS = {
  search: (condo: Condo) => [condo.name, condo.address],
  ...mapNames(filterNames(condoFields), (name) => (condo: Condo) => [condo[name]]),
};

/**
 * The buildings that this query will find, by the whole list if it is in the cache and up to date; null where it is not, has
 * none or cannot be brought into this order.
 */
export function preview(client: QueryClient, query: CondoQuery): readonly Condo[] | null {
  const rows = orderedRows(client, query);
  const found =
    rows &&
    matchingRows(
      rows,
      TEXTS,
      CONDO_FILTERS.map((name) => [name, query[name]] as const),
    );
  return found && found.length > 0 ? found : null;
}

type Order = Pick<CondoQuery, 'sort_by' | 'sort_order'>;

function orderedRows(client: QueryClient, { sort_by, sort_order }: Order) {
  const opposite = sort_order === 'asc' ? 'desc' : 'asc';
  const same = wholeList(client, { sort_by, sort_order });
  if (same) return same;
  const reverse = wholeList(client, { sort_by, sort_order: opposite });
  if (reverse) return reversed(reverse);
  if (sort_by !== 'id') return null;
  const named =
    wholeList(client, { sort_by: 'name', sort_order: 'asc' }) ??
    wholeList(client, { sort_by: 'name', sort_order: 'desc' });
  if (!named) return null;
  return sort_order === 'asc' ? byId(named) : reversed(byId(named));
}

function wholeList(client: QueryClient, order: Order): readonly Condo[] | null {
  const { queryKey } = condoQueries.list({ ...condoSearch.defaults, ...order });
  const outdated = client.getQueryState(queryKey)?.isInvalidated ?? true;
  return outdated ? null : (client.getQueryData(queryKey) ?? null);
}
