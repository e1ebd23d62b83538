import { createFileRoute } from '@tanstack/react-router';
import { PaletteButton } from '~/features/palette/palette-button';
import { requireSession } from '~/features/session/guard';
import { Shell } from '~/features/session/shell';
import { ShellPending } from '~/features/session/shell-pending';

/** The authenticated shell. The token is in the browser alone, so nothing below is rendered on the server. */
export const Route = createFileRoute('/_shell')({
  ssr: false,
  beforeLoad: ({ location }) => requireSession(location.href),
  pendingComponent: ShellPending,
  component: () => <Shell renderSearch={(screens) => <PaletteButton screens={screens} />} />,
});
