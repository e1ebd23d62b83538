import { queryOptions } from '@tanstack/react-query';
import { readDashboardStats } from '~/contract/dashboard-reading';
import { readAnswer } from '../answer';
import { getDashboardStatsFn } from './dashboard.functions';

export const dashboardQueries = {
  all: () => ['dashboard'] as const,
  stats: () =>
    queryOptions({
      queryKey: [...dashboardQueries.all(), 'stats'],
      queryFn: async ({ signal }) =>
        readAnswer(await getDashboardStatsFn({ signal }), readDashboardStats),
    }),
};
