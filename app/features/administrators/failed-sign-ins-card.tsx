import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '~/components/feedback/error-state';
import { LoadingState } from '~/components/feedback/query-state';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import { Fact } from '~/components/ui/fact';
import { Skeleton } from '~/components/ui/skeleton';
import { ownQuery } from '~/data/own-call';
import { formatNumber } from '~/lib/format';

const COUNTS = ownQuery('administrators.failedSignIns', {});

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
  const counts = useQuery(COUNTS);
  if (counts.data) {
    const { last_24_hours, last_90_days, without_account } = counts.data;
    return (
      <dl className="flex flex-wrap gap-x-8 gap-y-4">
        <Fact label="Last 24 hours">{formatNumber(last_24_hours)}</Fact>
        <Fact label="Last 90 days">{formatNumber(last_90_days)}</Fact>
        <Fact label="Of these to addresses without an account">
          {formatNumber(without_account)}
        </Fact>
      </dl>
    );
  }
  if (counts.isError) {
    const retry = () => void counts.refetch();
    return <ErrorState text="Error loading failed sign-ins." onRetry={retry} />;
  }
  return (
    <LoadingState text="Loading failed sign-ins..." queryKey={COUNTS.queryKey}>
      <Skeleton className="h-12" />
    </LoadingState>
  );
}
