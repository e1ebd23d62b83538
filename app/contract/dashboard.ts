import { z } from './zod';

const count = z.int().nonnegative();

/** Response of GET /admin/dashboard-stats. Months are YYYY-MM in UTC, oldest first. */
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
