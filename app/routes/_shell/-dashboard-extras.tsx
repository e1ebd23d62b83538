import { NeedsAttention } from '~/checks/screens/needs-attention';
import { LatestActivity } from '~/history/screens/latest-activity';

/** Panels of the dashboard that need calls of the embedded API. */
export function DashboardExtras() {
  return (
    <>
      <NeedsAttention />
      <LatestActivity />
    </>
  );
}
