import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { apartmentListRequest } from '~/data/apartments/apartment-list-request';
import { apartmentSearch } from '~/data/apartments/apartment-search';
import { apartmentQueries } from '~/data/apartments/apartments.queries';
import { ApartmentsPage } from '~/features/apartments/apartments-page';

export const Route = createFileRoute('/_shell/_admin/apartments/')({
  validateSearch: apartmentSearch.validate,
  search: { middlewares: [stripSearchParams(apartmentSearch.defaults)] },
  staticData: {
    earlyRequest: (search) => apartmentListRequest(apartmentSearch.read({ ...search })),
  },
  loaderDeps: ({ search }) => apartmentSearch.read(search),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(apartmentQueries.list(deps.search)),
  head: () => ({ meta: [{ title: 'Apartments Management · Condo Admin' }] }),
  component: ApartmentsRoute,
});

function ApartmentsRoute() {
  return <ApartmentsPage query={Route.useLoaderDeps()} />;
}
