import { Skeleton } from '~/components/ui/skeleton';
import { CHART_HEIGHT_PX, SUMMARY_GRID } from './summary-grid';

const CARDS = ['condos', 'apartments', 'users', 'invitations'];

/** The dashboard's shape while its numbers load. */
export function DashboardSkeleton() {
  return (
    <div className="grid gap-6">
      <div className={SUMMARY_GRID}>
        {CARDS.map((card) => (
          <Skeleton key={card} className="h-32.5 rounded-lg md:h-38.5" />
        ))}
      </div>
      <Skeleton className="rounded-lg" style={{ height: CHART_HEIGHT_PX + 100 }} />
    </div>
  );
}
