import type { LucideIcon } from 'lucide-react';

export interface NavEntry {
  label: string;
  to: string;
  icon: LucideIcon;
}

/** The entry that "/" belongs to. */
const HOME = '/dashboard';

/**
 * The highlighted entry: the one whose path is a prefix of the current path, on a segment boundary (/users is not a
 * prefix of /users-archive). The longest one wins.
 */
export function activeEntry(entries: readonly NavEntry[], pathname: string): NavEntry | undefined {
  const path = pathname === '/' ? HOME : pathname;
  return entries
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((a, b) => b.to.length - a.to.length)[0];
}
