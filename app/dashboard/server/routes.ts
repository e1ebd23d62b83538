import { sql } from 'drizzle-orm';
import { dashboardCalls, dashboardStatsSchema } from '~/dashboard/calls';
import type { DashboardStats } from '~/dashboard/reading';
import { z } from '~/fields/zod';
import type { Db } from '~/platform/database/connect.server';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';

export function dashboardRoutes({ db, clock }: ApiDeps) {
  return serveCalls(createRouter(), dashboardCalls, {
    get: () => readDashboardStats(db, clock()),
  });
}

const statsRows = z.tuple([z.object({ stats: dashboardStatsSchema })]);

/**
 * Reads the dashboard's statistics in one statement. Months are calendar months in UTC: the current one so
 * far, and for the chart the last twelve, oldest first, including months without a registration.
 */
async function readDashboardStats(db: Db, now: Date): Promise<DashboardStats> {
  const { rows } = await db.execute(sql`
    with time as (
      select date_trunc('month', ${now.toISOString()}::timestamptz at time zone 'UTC') as month
    ), bounds as (
      select month at time zone 'UTC' as this_month,
             (month - interval '11 months') at time zone 'UTC' as first_month
        from time
    ), months as (
      select generate_series(month - interval '11 months', month, interval '1 month') as month from time
    ), registrations as (
      select date_trunc('month', created_at at time zone 'UTC') as month, count(*) as count
        from users where created_at >= (select first_month from bounds) group by 1
    )
    select json_build_object(
      'totalCondos', (select count(*) from condos),
      'newCondosThisMonth', (select count(*) from condos where created_at >= this_month),
      'totalApartments', (select count(*) from apartments),
      'newApartmentsThisMonth', (select count(*) from apartments where created_at >= this_month),
      'totalUsers', (select count(*) from users),
      'newUsersThisMonth', (select count(*) from users where created_at >= this_month),
      'pendingInvitations', (select count(*) from invitations where status = 'pending'),
      'userRegistrationsByMonth', (
        select json_agg(json_build_object(
                 'month', to_char(month, 'YYYY-MM'), 'count', coalesce(count, 0)) order by month)
          from months left join registrations using (month)
      )
    ) as stats
    from bounds`);
  return statsRows.parse(rows)[0].stats;
}
