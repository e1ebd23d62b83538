import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { condoChoice } from '~/data/condos/condo-choice';
import { allCondosQuery } from '~/data/condos/condo-options';
import { CreateApartmentPage } from '~/features/apartments/create-apartment-page';
import { queryClientOf } from '~/lib/query-client';

export const Route = createFileRoute('/_shell/_admin/apartments/create')({
  validateSearch: condoChoice.validate,
  search: { middlewares: [stripSearchParams(condoChoice.defaults)] },
  loader: ({ context }) => void queryClientOf(context.queries).prefetchQuery(allCondosQuery),
  head: () => ({ meta: [{ title: 'Create New Apartment · Condo Admin' }] }),
  component: CreateApartmentRoute,
});

function CreateApartmentRoute() {
  return <CreateApartmentPage condoId={Route.useSearch().condo_id} />;
}
