import { useLanguage } from '~/language/use-language';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { Building2 } from 'lucide-react';
import { condoSearch } from '~/condos/search';
import { condoQueries } from '~/condos/queries';
import { earlyRequest } from '~/rpc/fetch';
import { condosList, CondosPage } from '~/condos/screens/condos-page';
import { msg, t } from '~/language/texts';
import { ListRoute } from '~/routes/-list-route';

export const Route = createFileRoute('/_shell/_admin/condos/')({
  validateSearch: condoSearch.validate,
  search: { middlewares: [stripSearchParams(condoSearch.defaults)] },
  staticData: {
    earlyRequest: createIsomorphicFn().server((search: object) =>
      earlyRequest('condos.list', { query: condoSearch.read({ ...search }) }),
    ),
    menu: {
      label: msg`Building`,
      title: msg`Buildings`,
      icon: Building2,
      position: 2,
      letter: 'b',
    },
    pending: createIsomorphicFn().server(() => condosList),
  },
  loaderDeps: ({ search }) => condoSearch.read(search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(condoQueries.list(deps)),
  head: () => ({ meta: [{ title: `${t`Building Management`} · Condo Admin` }] }),
  component: CondosRoute,
});

function CondosRoute() {
  useLanguage();
  const query = Route.useLoaderDeps();
  return (
    <ListRoute
      page={CondosPage}
      query={query}
      of={{ list: 'condos', query }}
      countRows={(client) => client.getQueryData(condoQueries.list(query).queryKey)?.length}
    />
  );
}
