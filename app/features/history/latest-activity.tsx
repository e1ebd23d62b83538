import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import { NO_CAPABILITIES } from '~/data/capabilities/capabilities';
import { capabilityQueries } from '~/data/capabilities/capabilities.queries';
import { historyQueries } from '~/data/history/history.queries';
import { historySearch } from '~/data/history/history-search';
import { HistoryEntries } from './history-entries';

const SHOWN = 5;

/** On the dashboard: what was done last, where the API keeps a history. */
export function LatestActivity() {
  const { data: can = NO_CAPABILITIES } = useQuery(capabilityQueries.current());
  const { data } = useInfiniteQuery({
    ...historyQueries.list(historySearch.defaults),
    enabled: can.history,
  });
  const entries = can.history ? (data?.pages[0]?.entries ?? []) : [];
  if (entries.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Latest activity</CardTitle>
        <Link to="/activity" className="link">
          All activity
        </Link>
      </CardHeader>
      <CardContent>
        <HistoryEntries entries={entries.slice(0, SHOWN)} label="Latest activity" />
      </CardContent>
    </Card>
  );
}
