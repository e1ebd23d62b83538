import { createFileRoute } from '@tanstack/react-router';
import { CreateCondoPage } from '~/condos/screens/create-condo-page';
import { msg, t } from '~/language/texts';

export const Route = createFileRoute('/_shell/_admin/condos/create')({
  staticData: { asks: 'propose', pending: () => ({ heading: msg`Create New Building` }) },
  head: () => ({ meta: [{ title: `${t`Create New Building`} · Condo Admin` }] }),
  component: CreateCondoPage,
});
