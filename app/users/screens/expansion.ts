import { createContext } from 'react';
import type { User } from '~/users/fields';

/** Users whose associations are expanded: all or none, except those toggled individually. */
export interface Expansion {
  all: boolean;
  toggled: ReadonlySet<number>;
}

export const NOTHING_EXPANDED: Expansion = { all: false, toggled: new Set() };
export const ALL_EXPANDED: Expansion = { all: true, toggled: new Set() };

/** True for a user with associations. */
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

/** Passes data to the cells by context, because the column objects must stay identical. */
export const ExpansionContext = createContext<ExpansionHandle>({
  expansion: NOTHING_EXPANDED,
  toggle: () => undefined,
});
