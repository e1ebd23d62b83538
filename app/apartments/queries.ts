import { queryOptions } from '@tanstack/react-query';
import { readApartment, type Apartment } from './apartment-reading';
import { readList } from '~/fields/reading';
import { readVersioned } from '~/rpc/wire';
import { read } from '~/rpc/client.functions';
import { listAnswer } from '~/rpc/queries';

const readApartments = (answer: unknown): Apartment[] => readList(answer, readApartment);

function listQuery(query: { search: string } | { condo_id: number }) {
  return queryOptions({
    queryKey: ['apartments', 'list', query],
    ...listAnswer((options) => read('apartments.list', { query }, options), readApartments),
  });
}

export const apartmentQueries = {
  list: (search: string) => ({
    ...listQuery({ search }),
  }),
  ofCondo: (condoId: number) => listQuery({ condo_id: condoId }),
  /** One apartment, read when its form opens and forgotten when it closes. */
  detail: (id: number) =>
    queryOptions({
      queryKey: ['apartments', 'detail', id],
      queryFn: async ({ signal }) =>
        readVersioned(await read('apartments.get', { id }, { signal }), readApartment),
      gcTime: 0,
      retry: false,
    }),
};
