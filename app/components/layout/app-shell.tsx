import type { ReactNode } from 'react';
import { Skeleton } from '~/components/ui/skeleton';
import { Button } from '~/components/ui/button';
import { t } from '~/lib/texts';
import { Brand } from './brand';
import { LazyNavDrawer } from './lazy-nav-drawer';
import { NavList } from './nav-list';
import type { NavEntry } from './nav';
import { ThemeToggle } from './theme-toggle';

interface AppShellProps {
  entries: readonly NavEntry[];
  /** The signed-in user's name; null while it is not known. */
  userName: string | null;
  /** Renders "Welcome, ..."; plain text without it. */
  renderWelcome?: ((text: string) => ReactNode) | null | undefined;
  /** The search over everything. */
  search?: ReactNode;
  onLogout: (() => void) | null;
  children: ReactNode;
}

/** Header, sidebar and main area (docs/behaviour.md, "Screens"). The page itself scrolls; header and sidebar stay. */
export function AppShell(props: AppShellProps) {
  const { entries, userName, renderWelcome, search, onLogout, children } = props;
  const welcome = userName === null ? null : t`Welcome, ${userName}`;
  return (
    <div className="grid min-h-dvh print:block grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink />
      <header className="sticky top-0 z-30 col-span-full flex h-14 items-center gap-2 border-b border-line bg-surface px-4 sm:gap-4 lg:px-6 print:hidden">
        <LazyNavDrawer entries={entries} />
        <Brand />
        <div className="ml-auto flex min-w-0 items-center gap-1.5 sm:gap-3">
          {search}
          {welcome === null ? (
            <Skeleton className="h-4 w-24 sm:w-32" />
          ) : (
            (renderWelcome?.(welcome) ?? <p className="min-w-0 truncate text-muted">{welcome}</p>)
          )}
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

/** First in the tab order, visible only when focused. */
function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-ink px-4 py-2.5 font-medium text-canvas focus:translate-y-0"
      onClick={(event) => {
        // The URL stays unchanged: it holds the filters.
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      {t`Skip to main content`}
    </a>
  );
}
