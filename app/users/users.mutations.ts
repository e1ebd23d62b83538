import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { readId } from '~/fields/reading';
import type { UserForm } from './user';
import type { UserPage } from './user-reading';
import { change } from '~/rpc/client.functions';
import { invalidateAfter, removals } from '~/rpc/queries';
import { changeSessionUser, getSession } from '~/rpc/session-store';
import { userQueries } from './queries';

export const userMutations = {
  update: (client: QueryClient, id: number) =>
    mutationOptions({
      mutationFn: ({ names, version }: { names: UserForm; version: string | null }) =>
        change('users.update', { id, body: names, version }),
      onSuccess: ({ version }, { names }) => {
        rename(client, id, names, version);
        invalidateAfter(client, 'users.update');
      },
    }),
  /** Deactivates the account and removes its associations. */
  useRemoval: removals(
    'user',
    (client) => void client.invalidateQueries({ queryKey: userQueries.lists() }),
  ),
  useAssociationRemoval: removals('association'),
};

/** Shows saved names immediately wherever the person appears, also in the header. A refetch follows. */
function rename(client: QueryClient, id: number, names: UserForm, version: string | null): void {
  if (readId(getSession()?.user.id) === id) changeSessionUser(names);
  client.setQueryData(
    userQueries.detail(id).queryKey,
    (user) => user && { ...user, ...names, version },
  );
  client.setQueriesData<UserPage>(
    { queryKey: userQueries.lists() },
    (page) =>
      page && {
        ...page,
        users: page.users.map((user) => (user.id === id ? { ...user, ...names } : user)),
      },
  );
}
