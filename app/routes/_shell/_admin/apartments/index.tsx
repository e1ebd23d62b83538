import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { apartmentSearch } from '~/apartments/search';
import { apartmentQueries } from '~/apartments/queries';
import { earlyRequest } from '~/rpc/fetch';
import { ApartmentsPage } from '~/apartments/screens/apartments-page';
import { t } from '~/language/texts';
import { useLanguage } from '~/language/use-language';
import { ListActions } from '~/routes/-list-actions';

/** For the document alone: the first download has no list's functions and readers for it. */
const startEarly = createIsomorphicFn().server((search: object) =>
  earlyRequest('apartments.list', { query: apartmentSearch.read({ ...search }) }),
);

export const Route = createFileRoute('/_shell/_admin/apartments/')({
  validateSearch: apartmentSearch.validate,
  search: { middlewares: [stripSearchParams(apartmentSearch.defaults)] },
  staticData: { earlyRequest: startEarly },
  loaderDeps: ({ search }) => apartmentSearch.read(search),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(apartmentQueries.list(deps.search)),
  head: () => ({ meta: [{ title: `${t`Apartments Management`} · Condo Admin` }] }),
  component: ApartmentsRoute,
});

function ApartmentsRoute() {
  useLanguage();
  const query = Route.useLoaderDeps();
  return (
    <ApartmentsPage
      query={query}
      exporting={
        <ListActions
          of={[{ list: 'apartments', query }]}
          countRows={(client) =>
            client.getQueryData(apartmentQueries.list(query.search).queryKey)?.length
          }
        />
      }
    />
  );
}
