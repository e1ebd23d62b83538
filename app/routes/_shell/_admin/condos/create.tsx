import { createFileRoute } from '@tanstack/react-router';
import { CreateCondoPage } from '~/features/condos/create-condo-page';

export const Route = createFileRoute('/_shell/_admin/condos/create')({
  head: () => ({ meta: [{ title: 'Create New Building · Condo Admin' }] }),
  component: CreateCondoPage,
});
