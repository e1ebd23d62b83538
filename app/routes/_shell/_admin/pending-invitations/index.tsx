import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { invitationSearch } from '~/data/invitations/invitation-search';
import { invitationQueries } from '~/data/invitations/invitations.queries';
import { shownInvitations } from '~/data/invitations/shown-invitations';
import { PendingInvitationsPage } from '~/features/invitations/pending-invitations-page';
import { t } from '~/lib/texts';
import { useLanguage } from '~/lib/use-language';
import { ListActions } from '../../../-list-actions';

export const Route = createFileRoute('/_shell/_admin/pending-invitations/')({
  validateSearch: invitationSearch.validate,
  search: { middlewares: [stripSearchParams(invitationSearch.defaults)] },
  loaderDeps: ({ search }) => invitationSearch.read(search),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(invitationQueries.pending());
  },
  head: () => ({ meta: [{ title: `${t`Pending Invitations`} · Condo Admin` }] }),
  component: PendingInvitationsRoute,
});

function PendingInvitationsRoute() {
  useLanguage();
  const query = Route.useLoaderDeps();
  return (
    <PendingInvitationsPage
      query={query}
      exporting={
        <ListActions
          of={[{ list: 'invitations', query }]}
          countRows={(client) => {
            const all = client.getQueryData(invitationQueries.pending().queryKey);
            return all && shownInvitations(all, query, new Date()).length;
          }}
        />
      }
    />
  );
}
