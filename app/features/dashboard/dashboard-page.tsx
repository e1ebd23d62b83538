import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '~/components/feedback/error-state';
import { LoadingState } from '~/components/feedback/query-state';
import { PageHeader } from '~/components/layout/page-header';
import { dashboardQueries } from '~/data/dashboard/dashboard.queries';
import { Skeleton } from '~/components/ui/skeleton';
import { t } from '~/lib/texts';
import { RegistrationsCard } from './registrations-card';
import { SummaryCards } from './summary-cards';
import { CHART_HEIGHT_PX, SUMMARY_GRID } from './summary-grid';

/** Admin Dashboard (docs/behaviour.md, "Dashboard"). */
export function DashboardPage() {
  return (
    <>
      <PageHeader title={t`Admin Dashboard`} />
      <DashboardContent />
    </>
  );
}

function DashboardContent() {
  const stats = useQuery(dashboardQueries.stats());
  if (stats.isPending) {
    return (
      <LoadingState text={t`Loading...`} queryKey={dashboardQueries.stats().queryKey}>
        <div className="grid gap-6">
          <div className={SUMMARY_GRID}>
            {Array.from({ length: 4 }, (_, index) => (
              <Skeleton key={index} className="h-32.5 rounded-lg md:h-38.5" />
            ))}
          </div>
          <Skeleton className="rounded-lg" style={{ height: CHART_HEIGHT_PX + 100 }} />
        </div>
      </LoadingState>
    );
  }
  // Loaded numbers stay on the screen when a background refresh fails.
  if (!stats.data) {
    return (
      <ErrorState text={t`Error loading dashboard stats.`} onRetry={() => void stats.refetch()} />
    );
  }
  return (
    <div className="grid gap-6">
      <SummaryCards stats={stats.data} />
      <RegistrationsCard months={stats.data.userRegistrationsByMonth} />
    </div>
  );
}
