import { useLanguage } from '~/language/use-language';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { allCondosQuery } from '~/condos/queries';
import { backFromInvite, inviteSearch } from '~/invitations/search';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { InvitePage } from '~/invitations/screens/invite-page';
import { msg, t } from '~/language/texts';

const RowsPart = lazyPart(() => import('~/imports/screens/invitation-rows'));

export const Route = createFileRoute('/_shell/_admin/users/invite')({
  validateSearch: inviteSearch.validate,
  search: { middlewares: [stripSearchParams(inviteSearch.defaults)] },
  loader: ({ context }) => void context.queryClient.prefetchQuery(allCondosQuery),
  staticData: { asks: 'write', pending: () => ({ heading: msg`Invite User` }) },
  head: () => ({ meta: [{ title: `${t`Invite User`} · Condo Admin` }] }),
  component: InviteRoute,
});

function InviteRoute() {
  useLanguage();
  const search = Route.useSearch();
  return (
    <InvitePage
      chosen={search}
      back={backFromInvite(search)}
      renderRows={(rows) => (
        <RowsPart>{({ InvitationRows }) => <InvitationRows {...rows} />}</RowsPart>
      )}
    />
  );
}
