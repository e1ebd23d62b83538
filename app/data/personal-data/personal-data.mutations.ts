import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { userQueries } from '../users/users.queries';
import { erasePersonFn, exportPersonFn } from './personal-data.functions';

/** Embedded API only: use where capabilities.personalData is true. */
export const personalDataMutations = {
  /** All that is known of a person, as a JSON file. */
  export: () =>
    mutationOptions({
      mutationFn: async (userId: number): Promise<Blob> =>
        (await exportPersonFn({ data: { id: userId } })).blob(),
    }),
  erase: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (userId: number) => erasePersonFn({ data: { id: userId } }),
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: userQueries.all() });
        void client.invalidateQueries({ queryKey: ['history'] });
      },
    }),
};
