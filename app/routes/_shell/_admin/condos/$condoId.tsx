import { createFileRoute } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import type { Fields } from '~/fields/reading';
import { apartmentQueries } from '~/apartments/queries';
import { condoQueries } from '~/condos/queries';
import { earlyRecordRequest } from '~/rpc/fetch';
import { userQueries } from '~/users/queries';
import { CondoDetailPage } from '~/condos/screens/condo-detail-page';
import { ExportButton } from '~/imports/screens/export-button';
import { CondoInvitations } from '~/invitations/screens/condo-invitations';
import { HistoryCard } from '~/history/screens/history-card';
import { PeopleCard } from '~/users/screens/people-card';
import { recordParams } from '~/fields/fields';
import { t } from '~/language/texts';
import { useLanguage } from '~/language/use-language';

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
