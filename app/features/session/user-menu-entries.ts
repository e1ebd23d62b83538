import { CircleUser, History, ListChecks, ShieldCheck } from 'lucide-react';
import type { NavEntry } from '~/components/layout/nav';
import { apiKind } from '~/lib/api-kind';

/** Screens beyond the wire contract. */
const ENTRIES: readonly NavEntry[] = [
  { label: 'Account', to: '/account', icon: CircleUser },
  { label: 'Administrators', to: '/administrators', icon: ShieldCheck },
  { label: 'Portfolio Check', to: '/portfolio-check', icon: ListChecks },
  { label: 'Activity', to: '/activity', icon: History },
];

/** The entries of the "Welcome, ..." menu. */
export function userMenuEntries(): readonly NavEntry[] {
  return apiKind().isEmbedded ? ENTRIES : [];
}
