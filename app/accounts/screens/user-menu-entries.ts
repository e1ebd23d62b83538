import { CircleUser, History, ListChecks, ShieldCheck } from 'lucide-react';
import type { NavEntry } from '~/kit/layout/nav-list';
import { apiKind } from '~/rpc/api-kind';
import { msg } from '~/language/texts';

/** Screens beyond the wire contract. */
const ENTRIES: readonly NavEntry[] = [
  { label: msg`Account`, to: '/account', icon: CircleUser },
  { label: msg`Administrators`, to: '/administrators', icon: ShieldCheck },
  { label: msg`Portfolio Check`, to: '/portfolio-check', icon: ListChecks },
  { label: msg`Activity`, to: '/activity', icon: History },
];

export function userMenuEntries(): readonly NavEntry[] {
  return apiKind().isEmbedded ? ENTRIES : [];
}
