import { createFileRoute } from '@tanstack/react-router';
import { dashboardQueries } from '~/data/dashboard/dashboard.queries';
import { DashboardPage } from '~/features/dashboard/dashboard-page';

export const Route = createFileRoute('/_shell/')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(dashboardQueries.stats()),
  head: () => ({ meta: [{ title: 'Admin Dashboard · Condo Admin' }] }),
  component: DashboardPage,
});
