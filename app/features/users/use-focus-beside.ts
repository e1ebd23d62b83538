import { useEffect, useState } from 'react';
import type { User } from '~/contract/user-reading';
import { isFocusLost } from '~/lib/last-focused';

/**
 * Where the keyboard goes on after someone was deactivated: their row stays, with buttons that can no longer have the focus.
 * Returns what is to be told who it was.
 */
export function useFocusBeside(users: readonly User[]): (user: User) => void {
  const [gone, setGone] = useState<number | null>(null);
  useEffect(() => {
    const index = users.findIndex(({ id }) => id === gone);
    if (gone === null || users[index]?.is_active) return undefined;
    // The dialog gives the focus back first.
    const timer = setTimeout(() => {
      setGone(null);
      if (!isFree(document.activeElement)) return;
      const rows = [...document.querySelectorAll<HTMLElement>('tbody > tr[aria-rowindex]')];
      const order = [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0)).toReversed()];
      for (const row of order) {
        const link = row.querySelector('a');
        if (link) return link.focus();
      }
    }, 100);
    return () => clearTimeout(timer);
  }, [users, gone]);
  return ({ id }) => setGone(id);
}

/** Nobody has gone on to another control. */
function isFree(focused: Element | null): boolean {
  return isFocusLost() || focused?.id === 'main' || focused?.matches(':disabled') === true;
}
