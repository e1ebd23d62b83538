import { queryOptions } from '@tanstack/react-query';
import { readDashboardStats } from './reading';
import { readAnswer } from '~/rpc/wire';
import { read } from '~/rpc/client.functions';

export const dashboardQueries = {
  stats: () =>
    queryOptions({
      queryKey: ['dashboard', 'stats'],
      queryFn: async ({ signal }) =>
        readAnswer(await read('dashboard.get', {}, { signal }), readDashboardStats),
    }),
};
