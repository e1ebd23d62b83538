import { lazyPart } from '~/kit/feedback/lazy-part';
import { DashboardPage } from '~/dashboard/screens/dashboard-page';
import { useLanguage } from '~/language/use-language';

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
