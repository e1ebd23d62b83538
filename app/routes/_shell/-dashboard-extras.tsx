import { LatestActivity } from '~/history/screens/latest-activity';
import { WaitingCard } from '~/invitations/screens/waiting-card';

/** Below the chart: pending tasks and latest activity, if the API supports them. */
export function DashboardExtras() {
  return (
    <div className="grid items-start gap-6 empty:hidden lg:grid-cols-2">
      <WaitingCard />
      <LatestActivity />
    </div>
  );
}
