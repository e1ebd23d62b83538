import { createFileRoute } from '@tanstack/react-router';
import { dashboardQueries } from '~/dashboard/queries';
import { msg, t } from '~/language/texts';
import { DashboardScreen } from './-dashboard-screen';

export const Route = createFileRoute('/_shell/')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(dashboardQueries.stats()),
  staticData: { pending: () => ({ heading: msg`Admin Dashboard`, loading: msg`Loading...` }) },
  head: () => ({ meta: [{ title: `${t`Admin Dashboard`} · Condo Admin` }] }),
  component: DashboardScreen,
});
