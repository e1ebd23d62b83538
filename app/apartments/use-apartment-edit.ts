import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApartmentCreate } from './apartment';
import type { Apartment } from './apartment-reading';
import type { Versioned } from '~/rpc/versioned';
import { apartmentMutations } from './apartments.mutations';
import { apartmentQueries } from './queries';

/**
 * The edit form starts with the row of the list. The record is read in the meantime and replaces the row if the
 * API sends its version.
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
      // Joins the read under way; a change elsewhere cancels that one (rpc/queries.ts), so it starts again.
      const reading = () => client.query({ ...detail, staleTime: 0 });
      return versionedOf(
        await reading()
          .catch(reading)
          .catch(() => null),
      );
    },
  };
}

function versionedOf(read: Versioned<Apartment> | null | undefined): Versioned<Apartment> | null {
  return read && read.version !== null ? read : null;
}
