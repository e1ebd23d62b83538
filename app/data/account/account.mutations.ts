import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { ChangePassword, Reauthentication } from '~/contract/account';
import type { UserForm } from '~/contract/user';
import { changeSessionUser } from '../session/session-store';
import { userQueries } from '../users/users.queries';
import {
  changePasswordFn,
  endOtherSessionsFn,
  endSessionFn,
  reauthenticateFn,
  updateAccountFn,
} from './account.functions';
import { accountQueries } from './account.queries';

/** Changes of one's own account; each refreshes what it affects, without waiting for it. */
export const accountMutations = {
  /** The header shows the new name at once. */
  update: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (names: UserForm) => updateAccountFn({ data: names }),
      onSuccess: (_, names) => {
        changeSessionUser(names);
        void client.invalidateQueries({ queryKey: accountQueries.all() });
        void client.invalidateQueries({ queryKey: userQueries.all() });
      },
    }),
  /** Ends every other session. */
  changePassword: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (passwords: ChangePassword) => changePasswordFn({ data: passwords }),
      onSuccess: () => void client.invalidateQueries({ queryKey: accountQueries.all() }),
    }),
  /** Shows the password again. */
  reauthenticate: () =>
    mutationOptions({
      mutationFn: (typed: Reauthentication) => reauthenticateFn({ data: typed }),
    }),
  endSession: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => endSessionFn({ data: { id } }),
      onSettled: () => void client.invalidateQueries({ queryKey: accountQueries.all() }),
    }),
  endOtherSessions: (client: QueryClient) =>
    mutationOptions({
      mutationFn: () => endOtherSessionsFn(),
      onSettled: () => void client.invalidateQueries({ queryKey: accountQueries.all() }),
    }),
};
