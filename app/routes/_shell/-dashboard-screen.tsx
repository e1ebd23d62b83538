import { ErrorState } from '~/components/feedback/error-state';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { DashboardPage } from '~/features/dashboard/dashboard-page';
import { reloadIfReachable } from '~/lib/missing-code';
import { t } from '~/lib/texts';
import { useLanguage } from '~/lib/use-language';

const extras = lazyModule(() => import('./-dashboard-extras'));

/** The dashboard. Everything below the chart needs the code of lists, so it is loaded after the numbers. */
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
