import { useLocation } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '~/components/ui/button';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import type { NavEntry } from './nav';

const drawer = lazyModule(() => import('./nav-drawer'));

/** On small screens: the menu button, and the drawer with the sidebar's entries. Navigation closes it. */
export function LazyNavDrawer({ entries }: { entries: readonly NavEntry[] }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [openAt, setOpenAt] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = openAt === pathname;
  const dismiss = () => setOpenAt(null);
  const NavDrawer = useLazyDialog({ source: drawer, open, dismiss, name: 'menu' })?.NavDrawer;
  return (
    <div className="-ml-2 lg:hidden">
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenAt(pathname)}
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
