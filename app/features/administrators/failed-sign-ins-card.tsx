import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '~/components/feedback/error-state';
import { LoadingState } from '~/components/feedback/query-state';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import { Fact } from '~/components/ui/fact';
import { Skeleton } from '~/components/ui/skeleton';
import { administratorQueries } from '~/data/administrators/administrators.queries';
import { formatNumber } from '~/lib/format';

/** How many sign-ins failed; each account's own are on its page (docs/behaviour.md, "Accounts"). */
export function FailedSignInsCard() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Failed sign-ins</CardTitle>
      </CardHeader>
      <CardContent>
        <Counts />
      </CardContent>
    </Card>
  );
}

function Counts() {
  const counts = useQuery(administratorQueries.failedSignIns());
  if (counts.data) {
    const { last24Hours, last90Days, withoutAccount } = counts.data;
    return (
      <dl className="flex flex-wrap gap-x-8 gap-y-4">
        <Fact label="Last 24 hours">{formatNumber(last24Hours)}</Fact>
        <Fact label="Last 90 days">{formatNumber(last90Days)}</Fact>
        <Fact label="Of these to addresses without an account">{formatNumber(withoutAccount)}</Fact>
      </dl>
    );
  }
  if (counts.isError) {
    const retry = () => void counts.refetch();
    return <ErrorState text="Error loading failed sign-ins." onRetry={retry} />;
  }
  const { queryKey } = administratorQueries.failedSignIns();
  return (
    <LoadingState text="Loading failed sign-ins..." queryKey={queryKey}>
      <Skeleton className="h-12" />
    </LoadingState>
  );
}
