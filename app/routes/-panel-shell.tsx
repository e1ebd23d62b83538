import type { ReactNode } from 'react';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import { PaletteButton } from '~/features/palette/palette-button';
import { Shell } from '~/features/session/shell';
import { useLanguage } from '~/lib/use-language';

const requiredSetup = lazyModule(() => import('~/features/account/second-factor/required-setup'));
const noDismissal = () => undefined;

function RequiredSetup() {
  const source = requiredSetup;
  const screen = useLazyDialog({ source, open: true, dismiss: noDismissal, name: 'form' });
  return screen && <screen.RequiredSetup />;
}

/** The shell with what other features have in it; around the route's screen unless another one is given. */
export function PanelShell({ children }: { children?: ReactNode }) {
  useLanguage();
  return (
    <Shell
      renderSearch={(screens) => <PaletteButton screens={screens} />}
      setUp={RequiredSetup}
      {...(children !== undefined && { children })}
    />
  );
}
