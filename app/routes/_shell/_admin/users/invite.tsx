import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { allCondosQuery } from '~/data/condos/condo-options';
import { inviteSearch } from '~/data/invitations/invitation-search';
import { backToFinding } from '~/data/portfolio-check/finding-origin';
import { InvitePage } from '~/features/invitations/invite-page';
import { t } from '~/lib/texts';
import { useLanguage } from '~/lib/use-language';

export const Route = createFileRoute('/_shell/_admin/users/invite')({
  validateSearch: inviteSearch.validate,
  search: { middlewares: [stripSearchParams(inviteSearch.defaults)] },
  loader: ({ context }) => void context.queryClient.prefetchQuery(allCondosQuery),
  head: () => ({ meta: [{ title: `${t`Invite User`} · Condo Admin` }] }),
  component: InviteRoute,
});

function InviteRoute() {
  useLanguage();
  const search = Route.useSearch();
  return <InvitePage chosen={search} back={backToFinding(search)} />;
}
