import { createFileRoute } from '@tanstack/react-router';
import { dashboardQueries } from '~/data/dashboard/dashboard.queries';
import { DashboardScreen } from './-dashboard-screen';
import { queryClientOf } from '~/lib/query-client';

export const Route = createFileRoute('/_shell/')({
  loader: ({ context }) =>
    void queryClientOf(context.queries).prefetchQuery(dashboardQueries.stats()),
  head: () => ({ meta: [{ title: 'Admin Dashboard · Condo Admin' }] }),
  component: DashboardScreen,
});
