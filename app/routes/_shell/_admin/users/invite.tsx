import { createFileRoute } from '@tanstack/react-router';
import { allCondosQuery } from '~/data/condos/condo-options';
import { InvitePage } from '~/features/invitations/invite-page';

export const Route = createFileRoute('/_shell/_admin/users/invite')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(allCondosQuery),
  head: () => ({ meta: [{ title: 'Invite User · Condo Admin' }] }),
  component: InvitePage,
});
