import { queryOptions } from '@tanstack/react-query';
import { readDashboardStats } from '~/contract/dashboard-reading';
import { readAnswer } from '../answer';
import { read } from '../call';

export const dashboardQueries = {
  all: () => ['dashboard'] as const,
  stats: () =>
    queryOptions({
      queryKey: [...dashboardQueries.all(), 'stats'],
      queryFn: async ({ signal }) =>
        readAnswer(await read('dashboard.get', {}, { signal }), readDashboardStats),
    }),
};
