import { useLanguage } from '~/language/use-language';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { MailPlus } from 'lucide-react';
import { invitationSearch } from '~/invitations/search';
import { invitationQueries, shownInvitations } from '~/invitations/queries';
import {
  invitationsList,
  PendingInvitationsPage,
} from '~/invitations/screens/pending-invitations-page';
import { msg, t } from '~/language/texts';
import { ListRoute } from '~/routes/-list-route';

export const Route = createFileRoute('/_shell/_admin/pending-invitations/')({
  validateSearch: invitationSearch.validate,
  search: { middlewares: [stripSearchParams(invitationSearch.defaults)] },
  loaderDeps: ({ search }) => invitationSearch.read(search),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(invitationQueries.pending());
  },
  staticData: {
    menu: { label: msg`Pending Invitations`, icon: MailPlus, position: 4, letter: 'i' },
    pending: createIsomorphicFn().server(() => invitationsList),
  },
  head: () => ({ meta: [{ title: `${t`Pending Invitations`} · Condo Admin` }] }),
  component: PendingInvitationsRoute,
});

function PendingInvitationsRoute() {
  useLanguage();
  const query = Route.useLoaderDeps();
  return (
    <ListRoute
      page={PendingInvitationsPage}
      query={query}
      of={{ list: 'invitations', query }}
      countRows={(client) => {
        const all = client.getQueryData(invitationQueries.pending().queryKey);
        return all && shownInvitations(all, query, new Date()).length;
      }}
    />
  );
}
