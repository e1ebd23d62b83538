import { useLanguage } from '~/language/use-language';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import type { UnknownRecord } from '~/fields/reading';
import { apartmentQueries } from '~/apartments/queries';
import { condoPageSearch } from '~/apartments/search';
import { CondoApartments } from '~/apartments/screens/condo-apartments';
import { condoQueries } from '~/condos/queries';
import { apiKind } from '~/rpc/api-kind';
import { earlyRecordRequest } from '~/rpc/fetch';
import { userQueries } from '~/users/queries';
import { ResidentsAsOf } from '~/users/screens/residents-as-of';
import { CondoDetailPage, CondoFailure } from '~/condos/screens/condo-detail-page';
import { ExportButton } from '~/imports/screens/export-button';
import { CondoInvitations } from '~/invitations/screens/condo-invitations';
import { HistoryCard } from '~/history/screens/history-card';
import { tenancyQueries } from '~/users/tenancy/task';
import { PeopleCard } from '~/users/screens/people-card';
import { recordParams } from '~/fields/fields';
import { msg, t } from '~/language/texts';

export const Route = createFileRoute('/_shell/_admin/condos/$condoId')({
  params: recordParams('condoId'),
  validateSearch: condoPageSearch.validate,
  search: { middlewares: [stripSearchParams(condoPageSearch.defaults)] },
  staticData: {
    earlyRequest: createIsomorphicFn().server((_: object, params: UnknownRecord) =>
      earlyRecordRequest('condos.get', params.condoId),
    ),
    pending: () => ({ heading: msg`Building`, loading: msg`Loading building details...` }),
  },
  loader: ({ context, cause, params: { condoId } }) => {
    if (condoId === null) return;
    const client = context.queryClient;
    const { placeholderData: listed } = condoQueries.shown(client, condoId);
    // A preload requests only buildings of a cached list. The building may have been deleted while the code
    // was loading.
    const isListed = Boolean(listed());
    if (cause === 'preload' && !isListed) return;
    const condo = condoQueries.detail(condoId);
    const loaded = client.prefetchQuery(condo);
    void client.prefetchQuery(apartmentQueries.ofCondo(condoId));
    const prefetchTenancies = () => {
      const isKnown = isListed || client.getQueryData(condo.queryKey) !== undefined;
      if (isKnown) void client.prefetchQuery(tenancyQueries.ofCondo(condoId));
      return isKnown;
    };
    // Loaded early, since a row that gets its people later moves the rows below it. Only the tenancies of an
    // unknown building wait for the building: if it is missing, they would be a second 404. When a page is
    // loaded, the building's early request is answered by now.
    if (apiKind().isEmbedded && !prefetchTenancies()) void loaded.then(prefetchTenancies);
    // People are further down. If the page shows a list's row first, it requests them itself after it is
    // painted.
    if (!isListed) void client.prefetchQuery(userQueries.ofCondo(condoId));
  },
  head: () => ({ meta: [{ title: `${t`Building`} · Condo Admin` }] }),
  component: CondoDetailRoute,
});

function CondoDetailRoute() {
  useLanguage();
  const { condoId } = Route.useParams();
  const { as_of } = Route.useSearch();
  if (condoId !== null && as_of !== '' && apiKind().isEmbedded) {
    return (
      <ResidentsAsOf
        key={condoId}
        condoId={condoId}
        day={as_of}
        missing={<CondoFailure />}
        renderExport={(condo_id, condo_name) => (
          <ExportButton of={[{ list: 'residents', query: { condo_id, condo_name, as_of } }]} />
        )}
      />
    );
  }
  return (
    <CondoDetailPage
      key={condoId}
      condoId={condoId}
      renderHistory={(isMissing) => (
        <HistoryCard kind="condo" recordId={condoId} isMissing={isMissing} />
      )}
    >
      {(condo) => (
        <>
          <CondoApartments {...condo}>
            <ExportButton
              of={[
                { list: 'apartments', query: { condo_id: condo.condoId } },
                {
                  list: 'residents',
                  query: { condo_id: condo.condoId, condo_name: condo.condoName },
                },
              ]}
            />
          </CondoApartments>
          <PeopleCard condoId={condo.condoId}>
            {({ name }) => <CondoInvitations condoId={condo.condoId} condoName={name} />}
          </PeopleCard>
        </>
      )}
    </CondoDetailPage>
  );
}
