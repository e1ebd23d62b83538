import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { condoSearch } from '~/data/condos/condo-search';
import { condoQueries } from '~/data/condos/condos.queries';
import { earlyRequest } from '~/rpc/fetch';
import { CondosPage } from '~/features/condos/condos-page';
import { t } from '~/lib/texts';
import { useLanguage } from '~/lib/use-language';
import { ListActions } from '../../../-list-actions';

/** For the document alone: the first download has no list's functions and readers for it. */
const startEarly = createIsomorphicFn().server((search: object) =>
  earlyRequest('condos.list', { query: condoSearch.read({ ...search }) }),
);

export const Route = createFileRoute('/_shell/_admin/condos/')({
  validateSearch: condoSearch.validate,
  search: { middlewares: [stripSearchParams(condoSearch.defaults)] },
  staticData: { earlyRequest: startEarly },
  loaderDeps: ({ search }) => condoSearch.read(search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(condoQueries.list(deps)),
  head: () => ({ meta: [{ title: `${t`Building Management`} · Condo Admin` }] }),
  component: CondosRoute,
});

function CondosRoute() {
  useLanguage();
  const query = Route.useLoaderDeps();
  return (
    <CondosPage
      query={query}
      exporting={
        <ListActions
          of={[{ list: 'condos', query }]}
          countRows={(client) => client.getQueryData(condoQueries.list(query).queryKey)?.length}
        />
      }
    />
  );
}
