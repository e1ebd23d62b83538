import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { condoChoice } from '~/data/condos/condo-choice';
import { allCondosQuery } from '~/data/condos/condo-options';
import { InvitePage } from '~/features/invitations/invite-page';

export const Route = createFileRoute('/_shell/_admin/users/invite')({
  validateSearch: condoChoice.validate,
  search: { middlewares: [stripSearchParams(condoChoice.defaults)] },
  loader: ({ context }) => void context.queryClient.prefetchQuery(allCondosQuery),
  head: () => ({ meta: [{ title: 'Invite User · Condo Admin' }] }),
  component: InviteRoute,
});

function InviteRoute() {
  return <InvitePage condoId={Route.useSearch().condo_id} />;
}
