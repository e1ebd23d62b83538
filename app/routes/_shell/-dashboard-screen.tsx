import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { DashboardPage } from '~/features/dashboard/dashboard-page';

const extras = lazyModule(() => import('./-dashboard-extras'));

/** The dashboard. What is below its chart has the code of lists, for which the numbers do not wait. */
export function DashboardScreen() {
  const { module } = useLazyModule(extras, 'painted');
  return (
    <>
      <DashboardPage />
      {module && <module.DashboardExtras />}
    </>
  );
}
