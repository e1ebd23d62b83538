import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { allCondosQuery } from '~/data/condos/condo-options';
import { inviteSearch } from '~/data/invitations/invitation-search';
import { InvitePage } from '~/features/invitations/invite-page';
import { queryClientOf } from '~/lib/query-client';

export const Route = createFileRoute('/_shell/_admin/users/invite')({
  validateSearch: inviteSearch.validate,
  search: { middlewares: [stripSearchParams(inviteSearch.defaults)] },
  loader: ({ context }) => void queryClientOf(context.queries).prefetchQuery(allCondosQuery),
  head: () => ({ meta: [{ title: 'Invite User · Condo Admin' }] }),
  component: InviteRoute,
});

function InviteRoute() {
  return <InvitePage chosen={Route.useSearch()} />;
}
