import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readApartment, type Apartment } from '~/contract/apartment-reading';
import { readList } from '~/contract/reading';
import { readAnswer } from '../answer';
import { takeEarlyRequest } from '../early-request';
import { listApartmentsFn } from './apartments.functions';

const readApartments = (answer: unknown): Apartment[] => readList(answer, readApartment);

export const apartmentQueries = {
  all: () => ['apartments'] as const,
  /** All apartments; an empty search means all of them. */
  list: (search: string) =>
    queryOptions({
      queryKey: [...apartmentQueries.all(), 'list', { search }],
      queryFn: async ({ signal }) => {
        const data = { search };
        return readAnswer(
          await listApartmentsFn({ data, signal, ...takeEarlyRequest('apartments', data) }),
          readApartments,
        );
      },
      placeholderData: keepPreviousData,
    }),
  /** The apartments of one building. */
  ofCondo: (condoId: number) =>
    queryOptions({
      queryKey: [...apartmentQueries.all(), 'condo', condoId],
      queryFn: async ({ signal }) =>
        readAnswer(await listApartmentsFn({ data: { condo_id: condoId }, signal }), readApartments),
    }),
};
