import { useLanguage } from '~/language/use-language';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { Users } from 'lucide-react';
import { earlyRequest } from '~/rpc/fetch';
import { userSearch } from '~/users/search';
import { toUserFilters, toUserListQuery, userQueries } from '~/users/queries';
import { usersList, UsersPage } from '~/users/screens/users-page';
import { msg, t } from '~/language/texts';
import { ListRoute } from '~/routes/-list-route';

export const Route = createFileRoute('/_shell/_admin/users/')({
  validateSearch: userSearch.validate,
  search: { middlewares: [stripSearchParams(userSearch.defaults)] },
  staticData: {
    earlyRequest: createIsomorphicFn().server((search: object) =>
      earlyRequest('users.list', { query: toUserListQuery(userSearch.read({ ...search })) }),
    ),
    menu: { label: msg`Users`, icon: Users, position: 3, letter: 'u' },
    pending: createIsomorphicFn().server(() => usersList),
  },
  loaderDeps: ({ search }) => userSearch.read(search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(userQueries.list(deps)),
  head: () => ({ meta: [{ title: `${t`Users Management`} · Condo Admin` }] }),
  component: UsersRoute,
});

function UsersRoute() {
  useLanguage();
  const query = Route.useLoaderDeps();
  const { sort_by: _by, sort_order: _order, ...filters } = toUserFilters(query);
  return (
    <ListRoute
      page={UsersPage}
      query={query}
      of={{ list: 'users', query: toUserFilters(query) }}
      matched={{ list: 'users', query: filters }}
      countRows={(client) => client.getQueryData(userQueries.list(query).queryKey)?.total}
    />
  );
}
