import {
  queryOptions,
  mutationOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { readApartment, type Apartment, parseParkingSpots } from './fields';
import { readList } from '~/fields/reading';
import { apiKind } from '~/rpc/api-kind';
import type { CallAnswer, CallInput } from '~/rpc/calls';
import { apartmentSearch, type ApartmentQuery } from './search';
import { readVersioned } from '~/rpc/wire';
import { read, change } from '~/rpc/client.functions';
import { listAnswer, changeListed, invalidateAfter, readEmbedded, removals } from '~/rpc/queries';
import type { ApartmentCreate } from './schema';
import type { Versioned } from '~/rpc/versioned';
import { useMemo } from 'react';

const readApartments = (answer: unknown): Apartment[] => readList(answer, readApartment);

/** Number of ids that fit into one query text. */
const IDS_AT_ONCE = 200;

function listQuery(query: CallInput<'apartments.list'>['query']) {
  return queryOptions({
    queryKey: ['apartments', 'list', query],
    ...listAnswer(
      'apartments',
      (options) => read('apartments.list', { query }, options),
      readApartments,
    ),
  });
}

/** Filters and order on the wire. An external API supports only the search. Defaults are not sent. */
export function toApartmentFilters(query: ApartmentQuery) {
  const { search, condo_id, floor, role, vacant_on, sort_by, sort_order } = query;
  if (!apiKind().isEmbedded) return { search };
  const isSorted = sort_by !== apartmentSearch.defaults.sort_by || sort_order !== 'asc';
  return {
    search,
    ...(condo_id !== null && { condo_id }),
    ...(floor !== '' && { floor: Number(floor) }),
    ...(role !== '' && { role }),
    ...(vacant_on !== '' && { vacant_on }),
    ...(isSorted && { sort_by, sort_order }),
  };
}

/** The wire query of a page of the table. */
export function toOccupancyQuery(query: ApartmentQuery) {
  return { ...toApartmentFilters(query), page: query.page, page_size: query.page_size };
}

/** Types the embedded API's answer without checking it, as `embeddedAnswer` does. */
function readOccupancy(answer: unknown): CallAnswer<'occupancy.list'>;
function readOccupancy(answer: unknown): unknown {
  return answer;
}

export const apartmentQueries = {
  list: (query: ApartmentQuery) => listQuery(toApartmentFilters(query)),
  search: (search: string) => listQuery({ search }),
  /** A page of the table, with the people of each apartment. */
  table: (requested: ApartmentQuery) => {
    const query = toOccupancyQuery(requested);
    return queryOptions({
      queryKey: ['occupancy', 'list', query],
      ...listAnswer(
        'occupancy',
        (options) => read('occupancy.list', { query }, options),
        readOccupancy,
      ),
    });
  },
  ofCondo: (condoId: number) => listQuery({ condo_id: condoId }),
  /** The number of ended associations that are deleted with these apartments. */
  ended: (ids: readonly number[]) =>
    queryOptions({
      queryKey: ['occupancy', 'ended', ids],
      queryFn: async ({ signal }) => {
        let ended = 0;
        for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
          const query = { ids: ids.slice(from, from + IDS_AT_ONCE).join(',') };
          ended += (await readEmbedded('occupancy.ended', { query }, { signal })).count;
        }
        return ended;
      },
    }),
  /** One apartment. It is read when its form opens and leaves the cache when the form closes. */
  detail: (id: number) =>
    queryOptions({
      queryKey: ['apartments', 'detail', id],
      queryFn: async ({ signal }) =>
        readVersioned(await read('apartments.get', { id }, { signal }), readApartment),
      gcTime: 0,
      retry: false,
    }),
};

/**
 * Changes of apartments; each refreshes the cached lists. `version` is the version that a change is based
 * on.
 */
export const apartmentMutations = {
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (payload: ApartmentCreate) => change('apartments.create', { body: payload }),
      onSuccess: () => invalidateAfter(client, 'apartments.create'),
    }),
  update: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, payload, version }: Versioned<{ id: number; payload: ApartmentCreate }>) =>
        change('apartments.update', { id, body: payload, version }),
      onSuccess: (_saved, { id, payload }) => {
        const has_parking = parseParkingSpots(payload.parking_spot_number).length > 0;
        changeListed(client, ['apartments', 'list'], id, { ...payload, has_parking });
        invalidateAfter(client, 'apartments.update');
      },
    }),
  useRemoval: removals('apartment'),
};

/**
 * The edit form starts with the row of the list. The record is read in the meantime, and replaces the row
 * if the API sends its version.
 */
export function useApartmentEdit(row: Apartment, id: number) {
  const client = useQueryClient();
  const update = useMutation(apartmentMutations.update(client));
  const detail = apartmentQueries.detail(id);
  const { data } = useQuery(detail);
  const stored = useMemo(() => versionedOf(data) ?? { ...row, version: null }, [data, row]);
  return {
    stored,
    save: (payload: ApartmentCreate, version: string | null) =>
      update.mutateAsync({ id, payload, version }),
    reload: () => client.query({ ...detail, staleTime: 0 }),
    firstReading: async () => {
      const { queryKey } = detail;
      if (client.isFetching({ queryKey }) === 0) return versionedOf(client.getQueryData(queryKey));
      // Shares a read that is under way. A change elsewhere cancels that read (rpc/queries.ts), so it
      // starts again.
      const reading = () => client.query({ ...detail, staleTime: 0 });
      return versionedOf(
        await reading()
          .catch(reading)
          .catch(() => null),
      );
    },
  };
}

function versionedOf(answer: Versioned<Apartment> | null | undefined): Versioned<Apartment> | null {
  return answer && answer.version !== null ? answer : null;
}
