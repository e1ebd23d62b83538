import { createFileRoute } from '@tanstack/react-router';
import { AdministratorsPage } from '~/accounts/screens/administrators-page';
import { requireEmbedded } from '~/accounts/screens/guard';
import { t } from '~/language/texts';

/** Without a loader: the code of its queries is loaded with the screen, not with the panel. */
export const Route = createFileRoute('/_shell/_admin/administrators')({
  beforeLoad: requireEmbedded,
  head: () => ({ meta: [{ title: `${t`Administrators`} · Condo Admin` }] }),
  component: AdministratorsPage,
});
