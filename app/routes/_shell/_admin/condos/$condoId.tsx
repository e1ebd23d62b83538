import { createFileRoute } from '@tanstack/react-router';
import { apartmentQueries } from '~/data/apartments/apartments.queries';
import { condoQueries } from '~/data/condos/condos.queries';
import { CondoDetailPage } from '~/features/condos/condo-detail-page';
import { HistoryCard } from '~/features/history/history-card';
import { parseRecordId, stringifyRecordId } from '~/lib/record-id';

export const Route = createFileRoute('/_shell/_admin/condos/$condoId')({
  params: {
    parse: ({ condoId }) => ({ condoId: parseRecordId(condoId) }),
    stringify: ({ condoId }) => ({ condoId: stringifyRecordId(condoId) }),
  },
  loader: ({ context, params: { condoId } }) => {
    if (condoId === null) return;
    void context.queryClient.prefetchQuery(condoQueries.detail(condoId));
    void context.queryClient.prefetchQuery(apartmentQueries.ofCondo(condoId));
  },
  head: () => ({ meta: [{ title: 'Building · Condo Admin' }] }),
  component: CondoDetailRoute,
});

function CondoDetailRoute() {
  const { condoId } = Route.useParams();
  return (
    <>
      <CondoDetailPage key={condoId} condoId={condoId} />
      <HistoryCard key={`history ${condoId}`} kind="condo" recordId={condoId} />
    </>
  );
}
