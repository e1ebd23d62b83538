import { createFileRoute } from '@tanstack/react-router';
import { allCondosQuery } from '~/data/condos/condo-options';
import { CreateApartmentPage } from '~/features/apartments/create-apartment-page';

export const Route = createFileRoute('/_shell/_admin/apartments/create')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(allCondosQuery),
  head: () => ({ meta: [{ title: 'Create New Apartment · Condo Admin' }] }),
  component: CreateApartmentPage,
});
