import { ErrorState } from '~/components/feedback/error-state';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { DashboardPage } from '~/features/dashboard/dashboard-page';
import { reloadIfReachable } from '~/lib/missing-code';
import { t } from '~/lib/texts';
import { useLanguage } from '~/lib/use-language';

const extras = lazyModule(() => import('./-dashboard-extras'));

/** The dashboard. What is below its chart has the code of lists, for which the numbers do not wait. */
export function DashboardScreen() {
  useLanguage();
  const { module, failed } = useLazyModule(extras, 'painted');
  return (
    <>
      <DashboardPage />
      {module && <module.DashboardExtras />}
      {failed && (
        <ErrorState
          text={t`What is below the chart could not be loaded.`}
          onRetry={() => void reloadIfReachable()}
        />
      )}
    </>
  );
}
