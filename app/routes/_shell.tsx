import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '~/accounts/screens/guard';
import { PanelShell } from './-panel-shell';
import { ShellPending } from './-shell-pending';

/** The authenticated shell. Only the browser has the token, so nothing below is rendered on the server. */
export const Route = createFileRoute('/_shell')({
  ssr: false,
  beforeLoad: ({ location }) => requireSession(location.href),
  pendingComponent: ShellPending,
  component: () => <PanelShell />,
});
