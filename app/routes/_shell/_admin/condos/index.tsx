import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { condoSearch } from '~/condos/search';
import { condoQueries } from '~/condos/queries';
import { earlyRequest } from '~/rpc/fetch';
import { CondosPage } from '~/condos/screens/condos-page';
import { useChosenActions } from '~/imports/screens/chosen-actions';
import { t } from '~/language/texts';
import { useLanguage } from '~/language/use-language';
import { ListActions } from '~/routes/-list-actions';

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

const ALL = { list: 'condos', query: {} } as const;

function CondosRoute() {
  useLanguage();
  const query = Route.useLoaderDeps();
  const chosen = useChosenActions({ of: ALL, type: 'condo' });
  return (
    <>
      <CondosPage
        query={query}
        chosenActions={chosen.actions}
        exporting={
          <ListActions
            of={[{ list: 'condos', query }]}
            countRows={(client) => client.getQueryData(condoQueries.list(query).queryKey)?.length}
          />
        }
      />
      {chosen.dialog}
    </>
  );
}
