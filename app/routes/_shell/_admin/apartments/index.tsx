import { useLanguage } from '~/language/use-language';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { apartmentSearch, isTableView } from '~/apartments/search';
import { apartmentQueries, toApartmentFilters, toOccupancyQuery } from '~/apartments/queries';
import { earlyRequest } from '~/rpc/fetch';
import { apartmentsList, ApartmentsPage } from '~/apartments/screens/apartments-page';
import { t } from '~/language/texts';
import { ListRoute } from '~/routes/-list-route';

export const Route = createFileRoute('/_shell/_admin/apartments/')({
  validateSearch: apartmentSearch.validate,
  search: { middlewares: [stripSearchParams(apartmentSearch.defaults)] },
  staticData: {
    earlyRequest: createIsomorphicFn().server((search: object) => {
      const query = apartmentSearch.read({ ...search });
      return isTableView(query)
        ? earlyRequest('occupancy.list', { query: toOccupancyQuery(query) })
        : earlyRequest('apartments.list', { query: toApartmentFilters(query) });
    }),
    pending: createIsomorphicFn().server(() => apartmentsList),
  },
  loaderDeps: ({ search }) => apartmentSearch.read(search),
  loader: ({ context, deps }) =>
    void (isTableView(deps)
      ? context.queryClient.prefetchQuery(apartmentQueries.table(deps))
      : context.queryClient.prefetchQuery(apartmentQueries.list(deps))),
  head: () => ({ meta: [{ title: `${t`Apartments Management`} · Condo Admin` }] }),
  component: ApartmentsRoute,
});

function ApartmentsRoute() {
  useLanguage();
  const query = Route.useLoaderDeps();
  const filtered = { list: 'apartments', query: toApartmentFilters(query) } as const;
  return (
    <ListRoute
      page={ApartmentsPage}
      query={query}
      of={filtered}
      matched={filtered}
      countRows={(client) =>
        client.getQueryData(apartmentQueries.table(query).queryKey)?.pagination.total ??
        client.getQueryData(apartmentQueries.list(query).queryKey)?.length
      }
    />
  );
}
