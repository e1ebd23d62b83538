import { QueryContent } from '~/components/feedback/query-content';
import { PageHeader } from '~/components/layout/page-header';
import { dashboardQueries } from '~/data/dashboard/dashboard.queries';
import { Skeleton } from '~/components/ui/skeleton';
import { t } from '~/lib/texts';
import { RegistrationsCard } from './registrations-card';
import { SummaryCards } from './summary-cards';
import { CHART_HEIGHT_PX, SUMMARY_GRID } from './summary-grid';

/** Admin Dashboard (docs/behaviour.md, "Dashboard"). Loaded numbers stay when a background refresh fails. */
export function DashboardPage() {
  return (
    <>
      <PageHeader title={t`Admin Dashboard`} />
      <QueryContent
        query={dashboardQueries.stats()}
        loading={t`Loading...`}
        error={t`Error loading dashboard stats.`}
        skeleton={
          <div className="grid gap-6">
            <div className={SUMMARY_GRID}>
              {Array.from({ length: 4 }, (_, index) => (
                <Skeleton key={index} className="h-32.5 rounded-lg md:h-38.5" />
              ))}
            </div>
            <Skeleton className="rounded-lg" style={{ height: CHART_HEIGHT_PX + 100 }} />
          </div>
        }
      >
        {(stats) => (
          <div className="grid gap-6">
            <SummaryCards stats={stats} />
            <RegistrationsCard months={stats.userRegistrationsByMonth} />
          </div>
        )}
      </QueryContent>
    </>
  );
}
