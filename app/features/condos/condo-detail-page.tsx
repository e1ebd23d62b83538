import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '~/components/feedback/query-state';
import { recordState } from '~/components/feedback/record-state';
import { PageHeader } from '~/components/layout/page-header';
import { Skeleton } from '~/components/ui/skeleton';
import { condoQueries } from '~/data/condos/condos.queries';
import { useDocumentTitle } from '~/lib/use-document-title';
import { CondoApartments } from './condo-apartments';
import { CondoOverview } from './condo-overview';
import { UpdateCondo } from './update-condo';

const FAILURE_TEXT = 'Error loading building or building not found.';

/** Building detail (docs/behaviour.md, "Buildings"). `condoId` is null where the URL has no valid id. */
export function CondoDetailPage({ condoId }: { condoId: number | null }) {
  return condoId === null ? <CondoFailure /> : <CondoDetail condoId={condoId} />;
}

function CondoDetail({ condoId }: { condoId: number }) {
  const condo = useQuery(condoQueries.detail(condoId));
  useDocumentTitle(condo.data?.name);
  const state = recordState(condo);
  switch (state.kind) {
    case 'missing':
      return <CondoFailure />;
    case 'error':
      return <CondoFailure onRetry={() => void condo.refetch()} />;
    case 'pending':
      return (
        <>
          <PageHeader title="Building" />
          <LoadingState
            text="Loading building details..."
            queryKey={condoQueries.detail(condoId).queryKey}
          >
            <CondoSkeleton />
          </LoadingState>
        </>
      );
    case 'loaded':
      return (
        <>
          <PageHeader title={state.data.name || 'Building'} />
          <div className="grid gap-6">
            <CondoOverview condo={state.data} />
            <UpdateCondo condoId={condoId} condo={state.data} />
            <CondoApartments condoId={condoId} />
          </div>
        </>
      );
  }
}

function CondoFailure({ onRetry }: { onRetry?: () => void }) {
  return (
    <>
      <PageHeader title="Building" />
      <ErrorState text={FAILURE_TEXT} {...(onRetry && { onRetry })} />
    </>
  );
}

function CondoSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-64 rounded-lg" />
      <Skeleton className="h-16 rounded-lg" />
      <Skeleton className="h-72 rounded-lg" />
    </div>
  );
}
