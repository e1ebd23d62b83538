import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '~/components/feedback/error-state';
import { LoadingState } from '~/components/feedback/query-state';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import { Skeleton } from '~/components/ui/skeleton';
import { ownQuery } from '~/data/own-call';
import { AuthenticatorApp } from './authenticator-app';

const FACTORS = ownQuery('factors.get', {});

/** One's own second factor (docs/behaviour.md, "Accounts"): set up, remove, new recovery codes. */
export function SecondFactorCard({ onSetUp }: { onSetUp?: () => void }) {
  const factors = useQuery(FACTORS);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Second Factor</CardTitle>
      </CardHeader>
      <CardContent>
        {factors.data ? (
          <AuthenticatorApp factors={factors.data} onSetUp={onSetUp} />
        ) : factors.isError ? (
          <ErrorState
            text="Error loading your second factor."
            onRetry={() => void factors.refetch()}
          />
        ) : (
          <LoadingState text="Loading your second factor..." queryKey={FACTORS.queryKey}>
            <Skeleton className="h-24 rounded-lg" />
          </LoadingState>
        )}
      </CardContent>
    </Card>
  );
}
