import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { requireCapability } from '~/data/capabilities/require-capability';
import { historyQueries } from '~/data/history/history.queries';
import { historySearch } from '~/data/history/history-search';
import { ActivityPage } from '~/features/history/activity-page';

export const Route = createFileRoute('/_shell/_admin/activity')({
  validateSearch: historySearch.validate,
  search: { middlewares: [stripSearchParams(historySearch.defaults)] },
  beforeLoad: ({ context }) => requireCapability(context.queryClient, 'history'),
  loaderDeps: ({ search }) => historySearch.read(search),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchInfiniteQuery(historyQueries.list(deps)),
  head: () => ({ meta: [{ title: 'Activity · Condo Admin' }] }),
  component: ActivityRoute,
});

function ActivityRoute() {
  return <ActivityPage search={Route.useLoaderDeps()} />;
}
