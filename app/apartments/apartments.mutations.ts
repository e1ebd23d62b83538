import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { ApartmentCreate } from './apartment';
import { parseParkingSpots } from './parking';
import type { Versioned } from '~/rpc/versioned';
import { change } from '~/rpc/client.functions';
import { changeListed, invalidateAfter, removals } from '~/rpc/queries';

/** Changes of apartments; each refreshes the cached lists. `version` is the one that a change is based on. */
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
