import { createFileRoute } from '@tanstack/react-router';
import { administratorQueries } from '~/data/administrators/administrators.queries';
import { requireCapability } from '~/data/capabilities/require-capability';
import { AdministratorsPage } from '~/features/administrators/administrators-page';

export const Route = createFileRoute('/_shell/_admin/administrators')({
  beforeLoad: ({ context }) => requireCapability(context.queryClient, 'administrators'),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(administratorQueries.list());
    void context.queryClient.prefetchQuery(administratorQueries.invitations());
  },
  head: () => ({ meta: [{ title: 'Administrators · Condo Admin' }] }),
  component: AdministratorsPage,
});
