import { DashboardPage } from '~/features/dashboard/dashboard-page';
import { LatestActivity } from '~/features/history/latest-activity';
import { WaitingCard } from '~/features/invitations/waiting-card';

/** The dashboard; below its chart what waits for someone and what was done last, where the API says so. */
export function DashboardScreen() {
  return (
    <>
      <DashboardPage />
      <div className="grid items-start gap-6 empty:hidden lg:grid-cols-2">
        <WaitingCard />
        <LatestActivity />
      </div>
    </>
  );
}
