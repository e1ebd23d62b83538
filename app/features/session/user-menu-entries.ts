import { CircleUser, History, ListChecks, ShieldCheck } from 'lucide-react';
import type { NavEntry } from '~/components/layout/nav-list';
import { apiKind } from '~/lib/api-kind';
import { msg } from '~/lib/texts';

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
