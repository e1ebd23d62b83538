import { createFileRoute } from '@tanstack/react-router';
import { requireCapability } from '~/data/capabilities/require-capability';
import { AdministratorsPage } from '~/features/administrators/administrators-page';

/** Without a loader: the code of its queries is loaded with the screen, not with the panel. */
export const Route = createFileRoute('/_shell/_admin/administrators')({
  beforeLoad: ({ context }) => requireCapability(context.queryClient, 'administrators'),
  head: () => ({ meta: [{ title: 'Administrators · Condo Admin' }] }),
  component: AdministratorsPage,
});
