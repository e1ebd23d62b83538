import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { readCondo, type Condo } from './condo-reading';
import { readList } from '~/fields/reading';
import { readVersioned } from '~/rpc/wire';
import { read } from '~/rpc/client.functions';
import { listAnswer } from '~/rpc/queries';
import { condoSearch, type CondoQuery } from './condo-search';

const readCondos = (answer: unknown): Condo[] => readList(answer, readCondo);

export const condoQueries = {
  list: (query: CondoQuery) =>
    queryOptions({
      queryKey: ['condos', 'list', query],
      ...listAnswer((options) => read('condos.list', { query }, options), readCondos),
    }),
  detail: (id: number) =>
    queryOptions({
      queryKey: ['condos', 'detail', id],
      queryFn: async ({ signal }) =>
        readVersioned(await read('condos.get', { id }, { signal }), readCondo),
    }),
};

/** All buildings if the full list is cached, in any order; otherwise null. */
export function loadedCondos(client: QueryClient): Condo[] | null {
  for (const sort_by of ['name', 'id'] as const) {
    for (const sort_order of ['asc', 'desc'] as const) {
      const query = condoQueries.list({ ...condoSearch.defaults, sort_by, sort_order });
      const all = client.getQueryData(query.queryKey);
      if (all) return all;
    }
  }
  return null;
}
