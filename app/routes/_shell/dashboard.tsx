import { createFileRoute } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { dashboardQueries } from '~/data/dashboard/dashboard.queries';
import { earlyRequest } from '~/data/early-request';
import { DashboardScreen } from './-dashboard-screen';

/** For the document alone. */
const startEarly = createIsomorphicFn().server(() => earlyRequest('dashboard.get', {}));

export const Route = createFileRoute('/_shell/dashboard')({
  staticData: { earlyRequest: startEarly },
  loader: ({ context }) => void context.queryClient.prefetchQuery(dashboardQueries.stats()),
  head: () => ({ meta: [{ title: 'Admin Dashboard · Condo Admin' }] }),
  component: DashboardScreen,
});
