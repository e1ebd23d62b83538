import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '~/accounts/screens/account-page';
import { requireEmbedded } from '~/accounts/screens/guard';
import { t } from '~/language/texts';

/** Without a loader: the code of its queries is loaded with the screen, not with the panel. */
export const Route = createFileRoute('/_shell/_admin/account')({
  beforeLoad: requireEmbedded,
  head: () => ({ meta: [{ title: `${t`Account`} · Condo Admin` }] }),
  component: AccountPage,
});
