import { z } from './zod';

const count = z.int().nonnegative();

/** GET /admin/dashboard-stats (SPEC.md point 3). Months are YYYY-MM in UTC, oldest first. */
export const dashboardStatsSchema = z
  .object({
    totalCondos: count,
    newCondosThisMonth: count,
    totalApartments: count,
    newApartmentsThisMonth: count,
    totalUsers: count,
    newUsersThisMonth: count,
    pendingInvitations: count,
    userRegistrationsByMonth: z.array(z.object({ month: z.string(), count })),
  })
  .meta({ id: 'DashboardStats' });
export type DashboardStats = z.infer<typeof dashboardStatsSchema>;
