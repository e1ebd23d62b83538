import { createFileRoute } from '@tanstack/react-router';
import { accountQueries } from '~/data/account/account.queries';
import { requireCapability } from '~/data/capabilities/require-capability';
import { AccountPage } from '~/features/account/account-page';

export const Route = createFileRoute('/_shell/_admin/account')({
  beforeLoad: ({ context }) => requireCapability(context.queryClient, 'account'),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(accountQueries.current());
    void context.queryClient.prefetchQuery(accountQueries.sessions());
  },
  head: () => ({ meta: [{ title: 'Account · Condo Admin' }] }),
  component: AccountPage,
});
