import { createFileRoute } from '@tanstack/react-router';
import { requireCapability } from '~/data/capabilities/require-capability';
import { AccountPage } from '~/features/account/account-page';

/** Without a loader: the code of its queries is loaded with the screen, not with the panel. */
export const Route = createFileRoute('/_shell/_admin/account')({
  beforeLoad: ({ context }) => requireCapability(context.queryClient, 'account'),
  head: () => ({ meta: [{ title: 'Account · Condo Admin' }] }),
  component: AccountPage,
});
