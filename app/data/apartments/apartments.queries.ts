import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readApartment, type Apartment } from '~/contract/apartment-reading';
import { readList } from '~/contract/reading';
import { readVersioned } from '../answer';
import { read } from '../call';
import { listAnswer } from '../list-answer';

const readApartments = (answer: unknown): Apartment[] => readList(answer, readApartment);

export const apartmentQueries = {
  all: () => ['apartments'] as const,
  lists: () => [...apartmentQueries.all(), 'list'] as const,
  /** All apartments; an empty search means all of them. */
  list: (search: string) =>
    queryOptions({
      queryKey: [...apartmentQueries.lists(), { search }],
      ...listAnswer(
        (options) => read('apartments.list', { query: { search } }, options),
        readApartments,
      ),
      placeholderData: keepPreviousData,
    }),
  /** The apartments of one building. */
  ofCondo: (condoId: number) =>
    queryOptions({
      queryKey: [...apartmentQueries.lists(), { condoId }],
      ...listAnswer(
        (options) => read('apartments.list', { query: { condo_id: condoId } }, options),
        readApartments,
      ),
    }),
  /** One apartment, read when its form opens and forgotten when it closes. */
  detail: (id: number) =>
    queryOptions({
      queryKey: [...apartmentQueries.all(), 'detail', id],
      queryFn: async ({ signal }) =>
        readVersioned(await read('apartments.get', { id }, { signal }), readApartment),
      gcTime: 0,
      retry: false,
    }),
};
