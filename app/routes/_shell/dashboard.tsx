import { createFileRoute } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { dashboardQueries } from '~/dashboard/queries';
import { earlyRequest } from '~/rpc/fetch';
import { t } from '~/language/texts';
import { DashboardScreen } from './-dashboard-screen';

const startEarly = createIsomorphicFn().server(() => earlyRequest('dashboard.get', {}));

export const Route = createFileRoute('/_shell/dashboard')({
  staticData: { earlyRequest: startEarly },
  loader: ({ context }) => void context.queryClient.prefetchQuery(dashboardQueries.stats()),
  head: () => ({ meta: [{ title: `${t`Admin Dashboard`} · Condo Admin` }] }),
  component: DashboardScreen,
});
