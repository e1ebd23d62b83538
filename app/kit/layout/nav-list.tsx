import { useLanguage } from '~/language/use-language';
import { Link, useLocation } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { cn } from '~/kit/ui/cn';
import { translate } from '~/language/texts';

interface NavListProps {
  entries: readonly NavEntry[];
  /** Called when an entry was clicked, even that of the current screen. */
  onNavigate?: (() => void) | undefined;
}

/** Entries of the sidebar and the drawer. Memoized: the shell's entries never change. */
export const NavList = memo(function NavList({ entries, onNavigate }: NavListProps) {
  const pathname = useLocation({ select: (location) => location.pathname });
  useLanguage();
  const active = activeEntry(entries, pathname);
  return (
    <ul className="grid gap-0.5">
      {entries.map((entry) => {
        const { to, label, title, icon: Icon } = entry;
        return (
          <li key={to}>
            <Link
              to={to}
              onClick={onNavigate}
              title={title && translate(title)}
              aria-current={entry === active ? 'page' : undefined}
              className={cn(
                'relative flex min-h-10 items-center gap-3 rounded-md px-3 font-medium transition-colors',
                entry === active
                  ? 'bg-accent-soft text-accent-text before:absolute before:inset-y-2 before:left-0 before:w-0.75 before:rounded-full before:bg-accent forced-colors:outline-2 forced-colors:-outline-offset-2'
                  : 'text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              <Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
              {translate(label)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
});

export interface NavEntry {
  label: string;
  /** Name in the palette and in the tooltip, if it differs from the label. */
  title?: string;
  /** Letter that opens the screen after `g`. */
  letter?: string;
  to: string;
  icon: LucideIcon;
}

/** Path of the entry that is highlighted for "/". */
const HOME = '/dashboard';

/**
 * The highlighted entry: the longest matching path. A match ends at a slash (/users does not match
 * /users-archive).
 */
export function activeEntry(entries: readonly NavEntry[], pathname: string): NavEntry | undefined {
  const path = pathname === '/' ? HOME : pathname;
  return entries
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((a, b) => b.to.length - a.to.length)[0];
}
