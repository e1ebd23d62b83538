import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { historySearch } from '~/history/search';
import { ActivityPage } from '~/history/screens/activity-page';
import { requireEmbedded } from '~/accounts/screens/guard';
import { t } from '~/language/texts';
import { useLanguage } from '~/language/use-language';

/** Without a loader: the code of its queries is loaded with the screen, not with the panel. */
export const Route = createFileRoute('/_shell/_admin/activity')({
  validateSearch: historySearch.validate,
  search: { middlewares: [stripSearchParams(historySearch.defaults)] },
  beforeLoad: requireEmbedded,
  loaderDeps: ({ search }) => historySearch.read(search),
  head: () => ({ meta: [{ title: `${t`Activity`} · Condo Admin` }] }),
  component: ActivityRoute,
});

function ActivityRoute() {
  useLanguage();
  const search = Route.useLoaderDeps();
  return <ActivityPage search={search} />;
}
