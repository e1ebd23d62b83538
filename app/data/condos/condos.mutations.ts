import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { createCondoFn, deleteCondoFn, updateCondoFn } from './condo-changes.functions';
import { condoQueries } from './condos.queries';
import { dashboardQueries } from '../dashboard/dashboard.queries';
import { targetHeaders } from '../record-version';
import { apartmentQueries } from '../apartments/apartments.queries';

/** A changed building, and the version that the change is based on. */
interface CondoChange {
  form: FormData;
  version: string | null;
}

/** Changes of buildings; each refreshes the cached lists it affects, without waiting for them. */
export const condoMutations = {
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (form: FormData) => createCondoFn({ data: form }),
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: condoQueries.lists() });
        void client.invalidateQueries({ queryKey: dashboardQueries.all() });
      },
    }),
  update: (client: QueryClient, id: number) =>
    mutationOptions({
      mutationFn: ({ form, version }: CondoChange) =>
        updateCondoFn({ data: form, headers: targetHeaders(id, version) }),
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: condoQueries.lists() });
        void client.invalidateQueries({ queryKey: condoQueries.detail(id).queryKey });
      },
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => deleteCondoFn({ data: { id } }),
      onSuccess: (_result, id) => forget(client, [id]),
    }),
  /** Several deletions: a call for each, and the lists are refreshed once, by `finished`. */
  removeEach: (client: QueryClient) => ({
    call: (id: number) => deleteCondoFn({ data: { id } }),
    finished: (ids: readonly number[]) => forget(client, ids),
  }),
};

function forget(client: QueryClient, ids: readonly number[]): void {
  for (const id of ids) client.removeQueries({ queryKey: condoQueries.detail(id).queryKey });
  void client.invalidateQueries({ queryKey: apartmentQueries.all() });
  void client.invalidateQueries({ queryKey: dashboardQueries.all() });
  void client.invalidateQueries({ queryKey: condoQueries.lists() });
}
