import type { CallGroup } from '~/rpc/declare';
import { dashboardStatsSchema } from './schema';

export const dashboardCalls = {
  base: '/admin/dashboard-stats',
  tag: 'Dashboard',
  calls: {
    get: {
      method: 'GET',
      summary: 'Statistics of the service',
      answer: dashboardStatsSchema,
    },
  },
} as const satisfies CallGroup;
