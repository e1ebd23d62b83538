import type { ReactNode } from 'react';
import { lazyPart } from '~/components/feedback/lazy-part';
import { PaletteButton } from '~/features/palette/palette-button';
import { Shell } from '~/features/session/shell';
import { useLanguage } from '~/lib/use-language';

const SetupPart = lazyPart(() => import('~/features/account/second-factor/required-setup'));

function SetUp() {
  return <SetupPart>{({ RequiredSetup }) => <RequiredSetup />}</SetupPart>;
}

/** The shell with what other features have in it; around the route's screen unless another one is given. */
export function PanelShell({ children }: { children?: ReactNode }) {
  useLanguage();
  return (
    <Shell
      renderSearch={(screens) => <PaletteButton screens={screens} />}
      setUp={SetUp}
      {...(children !== undefined && { children })}
    />
  );
}
