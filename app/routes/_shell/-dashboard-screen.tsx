import { useLanguage } from '~/language/use-language';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { DashboardPage, PanelSkeletons } from '~/dashboard/screens/dashboard-page';
import { apiKind } from '~/rpc/api-kind';

const ExtrasPart = lazyPart(() => import('./-dashboard-extras'));

/** The dashboard. Its panels load after the numbers. */
export function DashboardScreen() {
  useLanguage();
  return (
    <DashboardPage>
      {apiKind().isEmbedded && (
        <ExtrasPart fallback={<PanelSkeletons />}>
          {({ DashboardExtras }) => <DashboardExtras />}
        </ExtrasPart>
      )}
    </DashboardPage>
  );
}
