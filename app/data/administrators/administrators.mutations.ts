import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import {
  deleteAdministratorInvitationFn,
  inviteAdministratorFn,
  withdrawAdministratorFn,
} from './administrators.functions';
import { administratorQueries } from './administrators.queries';

function refresh(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: administratorQueries.all() });
}

/** Changes of administrators; each refreshes their lists, without waiting for them. */
export const administratorMutations = {
  withdraw: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => withdrawAdministratorFn({ data: { id } }),
      onSettled: () => refresh(client),
    }),
  /** Invites, or sends a new link to who was invited before. */
  invite: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (email: string) => inviteAdministratorFn({ data: { email } }),
      onSuccess: () => refresh(client),
    }),
  deleteInvitation: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => deleteAdministratorInvitationFn({ data: { id } }),
      onSettled: () => refresh(client),
    }),
};
