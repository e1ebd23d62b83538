import { useInfiniteQuery } from '@tanstack/react-query';
import { toast } from '~/components/feedback/toast';
import { PageHeader } from '~/components/layout/page-header';
import { useSetSearch } from '~/components/list/use-set-search';
import { Button } from '~/components/ui/button';
import { Card, CardContent } from '~/components/ui/card';
import { exportHistory, historyQueries } from '~/data/history/history.queries';
import type { HistorySearch } from '~/data/history/history-search';
import { detailOr } from '~/lib/app-error';
import { download } from '~/lib/download';
import { t } from '~/lib/texts';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';
import { ActivityToolbar } from './activity-toolbar';
import { HistoryList } from './history-list';

/** Activity (docs/behaviour.md, "History"): what was changed, newest first. The filters are in the URL. */
export function ActivityPage({ search }: { search: HistorySearch }) {
  const setSearch = useSetSearch<HistorySearch>();
  const options = historyQueries.list(search);
  const history = useInfiniteQuery(options);
  const exporting = useSingleFlightMutation({
    mutationFn: exportHistory,
    onSuccess: (file) => download(file, 'history.csv'),
    onError: (error) => toast.error(detailOr(error, t`Failed to export the history`)),
  });
  const { text, kind, person, from, to } = search;
  const filtered = person !== null || [text, kind, from, to].some((value) => value !== '');
  return (
    <>
      <PageHeader
        title={t`Activity`}
        actions={
          <Button
            variant="secondary"
            aria-disabled={exporting.isPending}
            onClick={() => exporting.mutate(search)}
          >
            {exporting.isPending ? t`Exporting...` : t`Export as CSV`}
          </Button>
        }
      />
      <ActivityToolbar search={search} onChange={setSearch} />
      <Card>
        <CardContent>
          <HistoryList
            query={history}
            queryKey={options.queryKey}
            label={t`Activity`}
            dayHeading="h2"
            filtered={filtered}
            onPerson={(id) => setSearch({ person: id })}
          />
        </CardContent>
      </Card>
    </>
  );
}
