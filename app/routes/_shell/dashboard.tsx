import { createFileRoute } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { LayoutDashboard } from 'lucide-react';
import { dashboardQueries } from '~/dashboard/queries';
import { earlyRequest } from '~/rpc/fetch';
import { msg, t } from '~/language/texts';
import { DashboardScreen } from './-dashboard-screen';

export const Route = createFileRoute('/_shell/dashboard')({
  staticData: {
    earlyRequest: createIsomorphicFn().server(() => earlyRequest('dashboard.get', {})),
    menu: { label: msg`Dashboard`, icon: LayoutDashboard, position: 1, letter: 'd' },
    pending: () => ({ heading: msg`Admin Dashboard`, loading: msg`Loading...` }),
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(dashboardQueries.stats()),
  head: () => ({ meta: [{ title: `${t`Admin Dashboard`} · Condo Admin` }] }),
  component: DashboardScreen,
});
