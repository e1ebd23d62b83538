import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { apartmentListRequest } from '~/data/apartments/apartment-list-request';
import { apartmentQueries } from '~/data/apartments/apartments.queries';
import {
  APARTMENT_SEARCH_DEFAULTS,
  readApartmentSearch,
  validateApartmentSearch,
} from '~/features/apartments/apartment-search';
import { ApartmentsPage } from '~/features/apartments/apartments-page';

export const Route = createFileRoute('/_shell/_admin/apartments/')({
  validateSearch: validateApartmentSearch,
  search: { middlewares: [stripSearchParams(APARTMENT_SEARCH_DEFAULTS)] },
  staticData: {
    earlyRequest: (search) => apartmentListRequest(readApartmentSearch({ ...search })),
  },
  loaderDeps: ({ search }) => readApartmentSearch(search),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(apartmentQueries.list(deps.search)),
  head: () => ({ meta: [{ title: 'Apartments Management · Condo Admin' }] }),
  component: ApartmentsRoute,
});

function ApartmentsRoute() {
  return <ApartmentsPage {...Route.useLoaderDeps()} />;
}
