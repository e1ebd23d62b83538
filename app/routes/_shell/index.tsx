import { createFileRoute } from '@tanstack/react-router';
import { dashboardQueries } from '~/dashboard/queries';
import { t } from '~/language/texts';
import { DashboardScreen } from './-dashboard-screen';

export const Route = createFileRoute('/_shell/')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(dashboardQueries.stats()),
  head: () => ({ meta: [{ title: `${t`Admin Dashboard`} · Condo Admin` }] }),
  component: DashboardScreen,
});
