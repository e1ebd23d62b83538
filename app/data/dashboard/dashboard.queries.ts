import { queryOptions } from '@tanstack/react-query';
import { readDashboardStats } from '~/contract/dashboard-reading';
import { readAnswer } from '~/rpc/answer';
import { read } from '~/rpc/call';

export const dashboardQueries = {
  stats: () =>
    queryOptions({
      queryKey: ['dashboard', 'stats'],
      queryFn: async ({ signal }) =>
        readAnswer(await read('dashboard.get', {}, { signal }), readDashboardStats),
    }),
};
