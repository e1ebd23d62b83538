import type { CallGroup } from '~/rpc/declare';
import { DASHBOARD_COUNTS } from './reading';
import { mapNames } from '~/fields/fields';
import { z } from '~/fields/zod';

const count = z.int().nonnegative();

/** Response of GET /admin/dashboard-stats. Months are YYYY-MM in UTC, oldest first. */
export const dashboardStatsSchema = z
  .object({
    ...mapNames(DASHBOARD_COUNTS, () => count),
    userRegistrationsByMonth: z.array(z.object({ month: z.string(), count })),
  })
  .meta({ id: 'DashboardStats' });

export const dashboardCalls = {
  base: '/admin/dashboard-stats',
  tag: 'Dashboard',
  calls: {
    get: {
      method: 'GET',
      asks: 'look',
      summary: 'Statistics of the service',
      answer: dashboardStatsSchema,
    },
  },
} as const satisfies CallGroup;
