import { useLanguage } from '~/language/use-language';
import type { ReactNode } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { PaletteButton } from '~/search/screens/palette-button';
import { Shell } from '~/accounts/screens/shell';
import { useMenus } from './-menus';

const SetupPart = lazyPart(() => import('~/accounts/screens/second-factor/second-factor-card'));

function SetUp() {
  return <SetupPart>{({ RequiredSetup }) => <RequiredSetup />}</SetupPart>;
}

/** The shell with parts of other rooms. It contains the route's screen, or `children` instead. */
export function PanelShell({ children }: { children?: ReactNode }) {
  useLanguage();
  const { sidebar, user, screens } = useMenus();
  return (
    <Shell
      entries={sidebar}
      menuEntries={user}
      screens={screens}
      search={<PaletteButton screens={screens} />}
      setUp={SetUp}
      {...(children !== undefined && { children })}
    />
  );
}
