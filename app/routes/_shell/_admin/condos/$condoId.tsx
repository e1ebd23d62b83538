import { createFileRoute } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import type { Fields } from '~/contract/reading';
import { apartmentQueries } from '~/data/apartments/apartments.queries';
import { condoQueries } from '~/data/condos/condos.queries';
import { earlyRecordRequest } from '~/rpc/fetch';
import { userQueries } from '~/data/users/users.queries';
import { CondoDetailPage } from '~/features/condos/condo-detail-page';
import { ExportButton } from '~/features/export/export-button';
import { CondoInvitations } from '~/features/invitations/condo-invitations';
import { HistoryCard } from '~/features/history/history-card';
import { PeopleCard } from '~/features/users/people-card';
import { recordParams } from '~/lib/record-id';
import { t } from '~/lib/texts';
import { useLanguage } from '~/lib/use-language';

const startEarly = createIsomorphicFn().server((_: object, params: Fields) =>
  earlyRecordRequest('condos.get', params.condoId),
);

export const Route = createFileRoute('/_shell/_admin/condos/$condoId')({
  params: recordParams('condoId'),
  staticData: { earlyRequest: startEarly },
  loader: ({ context, cause, params: { condoId } }) => {
    if (condoId === null) return;
    const client = context.queryClient;
    void client.prefetchQuery(condoQueries.detail(condoId));
    void client.prefetchQuery(apartmentQueries.ofCondo(condoId));
    // Further down: not for a link that is only pointed at.
    if (cause !== 'preload') void client.prefetchQuery(userQueries.ofCondo(condoId));
  },
  head: () => ({ meta: [{ title: `${t`Building`} · Condo Admin` }] }),
  component: CondoDetailRoute,
});

function CondoDetailRoute() {
  useLanguage();
  const { condoId } = Route.useParams();
  return (
    <>
      <CondoDetailPage
        key={condoId}
        condoId={condoId}
        renderExport={(condo_id, condo_name) => (
          <ExportButton
            of={[
              { list: 'apartments', query: { condo_id } },
              { list: 'residents', query: { condo_id, condo_name } },
            ]}
          />
        )}
      >
        {condoId !== null && (
          <PeopleCard condoId={condoId}>
            {({ name }) => <CondoInvitations condoId={condoId} condoName={name} />}
          </PeopleCard>
        )}
      </CondoDetailPage>
      <HistoryCard key={`history ${condoId}`} kind="condo" recordId={condoId} />
    </>
  );
}
