import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { userListRequest } from '~/data/users/user-list-request';
import { userQueries } from '~/data/users/users.queries';
import {
  readUserSearch,
  USER_SEARCH_DEFAULTS,
  validateUserSearch,
} from '~/features/users/user-search';
import { UsersPage } from '~/features/users/users-page';

export const Route = createFileRoute('/_shell/_admin/users/')({
  validateSearch: validateUserSearch,
  search: { middlewares: [stripSearchParams(USER_SEARCH_DEFAULTS)] },
  staticData: { earlyRequest: (search) => userListRequest(readUserSearch({ ...search })) },
  loaderDeps: ({ search }) => readUserSearch(search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(userQueries.list(deps)),
  head: () => ({ meta: [{ title: 'Users Management · Condo Admin' }] }),
  component: UsersRoute,
});

function UsersRoute() {
  return <UsersPage query={Route.useLoaderDeps()} />;
}
