import { createFileRoute } from '@tanstack/react-router';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import { PaletteButton } from '~/features/palette/palette-button';
import { requireSession } from '~/features/session/guard';
import { Shell } from '~/features/session/shell';
import { ShellPending } from '~/features/session/shell-pending';

const requiredSetup = lazyModule(() => import('~/features/account/second-factor/required-setup'));
const noDismissal = () => undefined;

/** The shell and this screen are of two features. */
function RequiredSetup() {
  const source = requiredSetup;
  const screen = useLazyDialog({ source, open: true, dismiss: noDismissal, name: 'form' });
  return screen && <screen.RequiredSetup />;
}

/** The authenticated shell. The token is in the browser alone, so nothing below is rendered on the server. */
export const Route = createFileRoute('/_shell')({
  ssr: false,
  beforeLoad: ({ location }) => requireSession(location.href),
  pendingComponent: ShellPending,
  component: () => (
    <Shell renderSearch={(screens) => <PaletteButton screens={screens} />} setUp={RequiredSetup} />
  ),
});
