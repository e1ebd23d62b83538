import { useOpenHere } from '~/kit/ui/page-moments';
import { Menu, Monitor, Moon, Sun } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { Button } from '~/kit/ui/button';
import { Skeleton } from '~/kit/ui/skeleton';
import { msg, t, translate } from '~/language/texts';
import { Brand } from './public-page';
import { NavList, type NavEntry } from './nav-list';
import { nextTheme, setTheme, systemIsDark, useTheme } from './theme';

interface AppShellProps {
  entries: readonly NavEntry[];
  /** "Welcome, ..."; missing while the signed-in user is unknown. */
  welcome?: ReactNode;
  search?: ReactNode;
  onLogout: (() => void) | null;
  children: ReactNode;
}

/** Header, sidebar and main area (docs/behaviour/shell.md). Only the page scrolls. */
export function AppShell(props: AppShellProps) {
  const { entries, welcome, search, onLogout, children } = props;
  return (
    <div className="grid min-h-dvh print:block grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink />
      <header className="sticky shallow:static top-0 z-header col-span-full flex h-14 items-center gap-2 border-b border-line bg-surface px-4 sm:gap-4 lg:px-6 print:hidden">
        <NavMenu entries={entries} />
        <Brand />
        <div className="ml-auto flex min-w-0 items-center gap-1.5 sm:gap-3">
          {search}
          {welcome ?? <Skeleton className="h-4 w-24 sm:w-32" />}
          <ThemeToggle />
          <Button
            data-palette
            variant="secondary"
            size="sm"
            disabled={!onLogout}
            onClick={() => onLogout?.()}
          >
            {t`Logout`}
          </Button>
        </div>
      </header>
      <nav
        aria-label={t`Main`}
        className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] overflow-y-auto border-r border-line bg-surface px-3 py-5 lg:block print:hidden"
      >
        <NavList entries={entries} />
      </nav>
      <main
        id="main"
        tabIndex={-1}
        className="min-w-0 px-4 pt-6 folded:pt-4 pb-16 sm:px-6 lg:px-8 print:p-0"
      >
        <div className="mx-auto grid max-w-360 grid-cols-[minmax(0,1fr)] gap-5 folded:gap-4">
          {children}
        </div>
      </main>
    </div>
  );
}

/** Link that is first in the tab order and visible only with the focus. */
function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-menu -translate-y-16 rounded-md bg-ink px-4 py-2.5 font-medium text-canvas focus:translate-y-0"
      onClick={(event) => {
        // The default action would replace the URL's fragment. The URL holds the filters.
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      {t`Skip to main content`}
    </a>
  );
}

const NAMES = { system: msg`system`, light: msg`light`, dark: msg`dark` } as const;
const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

function ThemeToggle() {
  const theme = useTheme();
  const Icon = ICONS[theme];
  const name = t`Color theme: ${translate(NAMES[theme])}`;
  return (
    <Button
      id="color-theme"
      variant="ghost"
      size="icon"
      aria-label={name}
      title={name}
      onClick={() => setTheme(nextTheme(theme, systemIsDark()))}
    >
      <Icon aria-hidden className="size-4.5" />
    </Button>
  );
}

const DrawerPart = lazyPart(() => import('./nav-drawer'));

/** The menu button of small screens, and the drawer with the sidebar's entries. A navigation closes it. */
export function NavMenu({ entries }: { entries: readonly NavEntry[] }) {
  const [open, setOpen] = useOpenHere();
  const button = useRef<HTMLButtonElement>(null);
  const dismiss = () => setOpen(false);
  return (
    <div className="-ml-2 lg:hidden">
      <Button
        id="open-menu"
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
      <DrawerPart open={open} onClose={dismiss}>
        {({ NavDrawer }) => (
          <NavDrawer
            open={open}
            entries={entries}
            onClose={dismiss}
            onClosed={() => button.current?.focus()}
          />
        )}
      </DrawerPart>
    </div>
  );
}
