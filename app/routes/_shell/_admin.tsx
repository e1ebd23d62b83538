import { useLanguage } from '~/language/use-language';
import { RightsMissing } from '~/kit/feedback/error-state';
import { useMay } from '~/rpc/own-rights';
import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router';
import { requireRole } from '~/accounts/screens/guard';
import { PageHeader } from '~/kit/ui/card';
import { translate } from '~/language/texts';

/**
 * Management routes for the role super_admin. Any other role is redirected to /dashboard
 * (docs/behaviour/session.md).
 */
export const Route = createFileRoute('/_shell/_admin')({
  beforeLoad: () => requireRole('super_admin'),
  component: AdminScreen,
});

/** The screen, or the reason why these rights do not allow it. */
function AdminScreen() {
  useLanguage();
  const data = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  if (useMay(data?.asks ?? 'look')) return <Outlet />;
  return (
    <>
      <PageHeader title={translate(data?.pending?.()?.heading ?? '')} />
      <RightsMissing />
    </>
  );
}
