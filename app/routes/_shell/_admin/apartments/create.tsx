import { useLanguage } from '~/language/use-language';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { condoChoice } from '~/condos/search';
import { allCondosQuery } from '~/condos/queries';
import { backToFinding } from '~/checks/search';
import { CreateApartmentPage } from '~/apartments/screens/create-apartment-page';
import { msg, t } from '~/language/texts';

export const Route = createFileRoute('/_shell/_admin/apartments/create')({
  validateSearch: condoChoice.validate,
  search: { middlewares: [stripSearchParams(condoChoice.defaults)] },
  loader: ({ context }) => void context.queryClient.prefetchQuery(allCondosQuery),
  staticData: { asks: 'propose', pending: () => ({ heading: msg`Create New Apartment` }) },
  head: () => ({ meta: [{ title: `${t`Create New Apartment`} · Condo Admin` }] }),
  component: CreateApartmentRoute,
});

function CreateApartmentRoute() {
  useLanguage();
  const search = Route.useSearch();
  return <CreateApartmentPage condoId={search.condo_id} back={backToFinding(search)} />;
}
