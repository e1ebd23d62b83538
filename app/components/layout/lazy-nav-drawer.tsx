import { Menu } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '~/components/ui/button';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import { t } from '~/lib/texts';
import { useOpenHere } from '~/lib/use-open-here';
import type { NavEntry } from './nav';

const drawer = lazyModule(() => import('./nav-drawer'));

/** On small screens: the menu button, and the drawer with the sidebar's entries. Navigation closes it. */
export function LazyNavDrawer({ entries }: { entries: readonly NavEntry[] }) {
  const [open, setOpen] = useOpenHere();
  const button = useRef<HTMLButtonElement>(null);
  const dismiss = () => setOpen(false);
  const NavDrawer = useLazyDialog({ source: drawer, open, dismiss, name: 'menu' })?.NavDrawer;
  return (
    <div className="-ml-2 lg:hidden">
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-label={t`Open menu`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden className="size-5" />
      </Button>
      {NavDrawer && (
        <NavDrawer
          open={open}
          entries={entries}
          onClose={dismiss}
          onClosed={() => button.current?.focus()}
        />
      )}
    </div>
  );
}
