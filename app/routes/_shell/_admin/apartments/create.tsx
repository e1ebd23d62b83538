import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { condoChoice } from '~/data/condos/condo-search';
import { allCondosQuery } from '~/data/condos/condo-options';
import { backToFinding } from '~/data/portfolio-check/finding-origin';
import { CreateApartmentPage } from '~/features/apartments/create-apartment-page';
import { t } from '~/lib/texts';
import { useLanguage } from '~/lib/use-language';

export const Route = createFileRoute('/_shell/_admin/apartments/create')({
  validateSearch: condoChoice.validate,
  search: { middlewares: [stripSearchParams(condoChoice.defaults)] },
  loader: ({ context }) => void context.queryClient.prefetchQuery(allCondosQuery),
  head: () => ({ meta: [{ title: `${t`Create New Apartment`} · Condo Admin` }] }),
  component: CreateApartmentRoute,
});

function CreateApartmentRoute() {
  useLanguage();
  const search = Route.useSearch();
  return <CreateApartmentPage condoId={search.condo_id} back={backToFinding(search)} />;
}
