import { createContext } from 'react';
import type { User } from '~/users/fields';

/** Users whose associations are open: all or none, except those toggled individually. */
export interface Expansion {
  all: boolean;
  toggled: ReadonlySet<number>;
}

export const NOTHING_EXPANDED: Expansion = { all: false, toggled: new Set() };
export const ALL_EXPANDED: Expansion = { all: true, toggled: new Set() };

/** Users without associations have nothing to open. */
export function isExpandable(user: User): boolean {
  return user.id !== null && user.condo_associations.length > 0;
}

export function isExpanded({ all, toggled }: Expansion, user: User): boolean {
  return isExpandable(user) && user.id !== null && all !== toggled.has(user.id);
}

export function toggleExpanded({ all, toggled }: Expansion, id: number): Expansion {
  const next = new Set(toggled);
  if (!next.delete(id)) next.add(id);
  return { all, toggled: next };
}

interface ExpansionHandle {
  expansion: Expansion;
  toggle: (id: number) => void;
}

/** For the table's cells, whose columns stay the same objects. */
export const ExpansionContext = createContext<ExpansionHandle>({
  expansion: NOTHING_EXPANDED,
  toggle: () => undefined,
});
