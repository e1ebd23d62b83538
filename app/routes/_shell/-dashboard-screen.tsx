import { lazyPart } from '~/components/feedback/lazy-part';
import { DashboardPage } from '~/features/dashboard/dashboard-page';
import { useLanguage } from '~/lib/use-language';

const ExtrasPart = lazyPart(() => import('./-dashboard-extras'));

/** The dashboard. Everything below the chart needs the code of lists, so it is loaded after the numbers. */
export function DashboardScreen() {
  useLanguage();
  return (
    <>
      <DashboardPage />
      <ExtrasPart>{({ DashboardExtras }) => <DashboardExtras />}</ExtrasPart>
    </>
  );
}
