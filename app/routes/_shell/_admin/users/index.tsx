import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { userListRequest } from '~/data/users/user-list-request';
import { userSearch } from '~/data/users/user-search';
import { userQueries } from '~/data/users/users.queries';
import { UsersPage } from '~/features/users/users-page';

export const Route = createFileRoute('/_shell/_admin/users/')({
  validateSearch: userSearch.validate,
  search: { middlewares: [stripSearchParams(userSearch.defaults)] },
  staticData: { earlyRequest: (search) => userListRequest(userSearch.read({ ...search })) },
  loaderDeps: ({ search }) => userSearch.read(search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(userQueries.list(deps)),
  head: () => ({ meta: [{ title: 'Users Management · Condo Admin' }] }),
  component: UsersRoute,
});

function UsersRoute() {
  return <UsersPage query={Route.useLoaderDeps()} />;
}
