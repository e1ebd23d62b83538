import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { UserForm } from '~/contract/user';
import { dashboardQueries } from '../dashboard/dashboard.queries';
import { deleteAssociationFn, deleteUserFn, updateUserFn } from './user-changes.functions';
import { userQueries } from './users.queries';
import { whenGone } from '../when-gone';

/** Changes of users; each refreshes the cached lists it affects, without waiting for them. */
export const userMutations = {
  update: (client: QueryClient, id: number) =>
    mutationOptions({
      mutationFn: (change: { names: UserForm; version: string | null }) =>
        updateUserFn({ data: { id, ...change } }),
      onSuccess: () => void client.invalidateQueries({ queryKey: userQueries.all() }),
    }),
  /** Deactivates the account and removes its associations. */
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => deleteUserFn({ data: { id } }),
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: userQueries.all() });
        void client.invalidateQueries({ queryKey: dashboardQueries.all() });
      },
      onError: whenGone(() => void client.invalidateQueries({ queryKey: userQueries.lists() })),
    }),
  removeAssociation: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (associationId: number) => deleteAssociationFn({ data: { id: associationId } }),
      onSuccess: () => void client.invalidateQueries({ queryKey: userQueries.all() }),
      onError: whenGone(() => void client.invalidateQueries({ queryKey: userQueries.all() })),
    }),
};
