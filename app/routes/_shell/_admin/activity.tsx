import { useLanguage } from '~/language/use-language';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { historySearch } from '~/history/search';
import { ActivityPage } from '~/history/screens/activity-page';
import { requireEmbedded } from '~/accounts/screens/guard';
import { msg, t } from '~/language/texts';

export const Route = createFileRoute('/_shell/_admin/activity')({
  validateSearch: historySearch.validate,
  search: { middlewares: [stripSearchParams(historySearch.defaults)] },
  beforeLoad: requireEmbedded,
  loaderDeps: ({ search }) => historySearch.read(search),
  staticData: {
    menu: { label: msg`Activity`, icon: History, position: 5, letter: 'h' },
    pending: () => ({ heading: msg`Activity`, loading: msg`Loading history...`, hasFilters: true }),
  },
  head: () => ({ meta: [{ title: `${t`Activity`} · Condo Admin` }] }),
  component: ActivityRoute,
});

function ActivityRoute() {
  useLanguage();
  const search = Route.useLoaderDeps();
  return <ActivityPage search={search} />;
}
